// SPDX-License-Identifier: Apache-2.0
// What a harness registers: operations by name, how its objects are told, and which of its exceptions is of which kind.
import {CaseRunner} from './case_runner.js';
import {Parameters} from './parameters.js';
import {ProtocolError} from './value.js';

export const protocolVersion = 1n;

/** Thrown by an operation that has no such option: the step is `unsupported`. */
export class Unsupported extends Error {}
/** Thrown where the harness itself is used wrongly: the step is `internal`. */
export class Internal extends Error {}
/** Told as a fact that cannot be told. */
export class Unreadable {
  constructor(why) {
    this.why = why;
  }
}
/** An argument `{"slice": [start, stop, step]}`; null where a part is left out. */
export class Slice {
  constructor(start, stop, step) {
    this.parts = [start, stop, step];
  }
}

export class Harness {
  operations = new Map(); // name -> {parameters, call}
  types = new Map(); // class -> {kind, facts} or {encode}
  kinds = new Map(); // class of exception -> kind
  factNames = new Set();

  constructor(name, version) {
    this.name = name;
    this.version = version;
  }

  /** `parameters`: names, `name?` for one that may be left out (the function sees undefined), `name*` for all the rest. */
  operation(name, parameters, call) {
    this.operations.set(name, {parameters: new Parameters(name, parameters), call});
    return this;
  }

  /** Objects with identity. `facts(object)` gives a plain object; undefined entries are left out. */
  object(type, kind, facts = () => ({})) {
    this.types.set(type, {kind, facts});
    return this;
  }

  /** Values without identity, e.g. `(layout) => ({layout: [shape, stride]})`. */
  value(type, encode) {
    this.types.set(type, {encode});
    return this;
  }

  /** Exceptions of this class, and of those below it that have no kind of their own, are of this kind. */
  exception(type, kind) {
    this.kinds.set(type, kind);
    return this;
  }

  /** Names of the facts that are told, for `hello`. */
  facts(...names) {
    for (const name of names) this.factNames.add(name);
    return this;
  }

  /** The nearest entry for the class of an object, or undefined. */
  typeOf(object) {
    return nearest(this.types, object);
  }

  /** The kind of an exception. JavaScript's own TypeError is a mistake in the code and not a refusal: `Other`. */
  kindOf(exception) {
    return nearest(this.kinds, exception) ?? 'Other';
  }

  hello() {
    const options = new Set([...this.operations.values()].flatMap(({parameters}) => parameters.options()));
    return {
      name: this.name,
      version: this.version,
      language: 'JavaScript',
      protocol: protocolVersion,
      operations: ['drop', ...this.operations.keys()],
      facts: [...this.factNames],
      options: [...options],
    };
  }

  /** Answers one request; false where it was `bye`. */
  answer(request, reply) {
    const refuse = (why) => reply({internal: why, done: true});
    const verb = request?.verb;
    if (verb === 'bye') return false;
    if (verb === 'hello') {
      reply(this.hello());
    } else if (verb === 'case') {
      try {
        new CaseRunner(this, reply).run(request);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        refuse(error.message);
      }
    } else {
      refuse(`there is no verb ${JSON.stringify(verb)}`);
    }
    return true;
  }
}

function nearest(entries, object) {
  for (let place = Object.getPrototypeOf(object); place !== null; place = Object.getPrototypeOf(place)) {
    const entry = Object.hasOwn(place, 'constructor') ? entries.get(place.constructor) : undefined;
    if (entry !== undefined) return entry;
  }
  return undefined;
}
