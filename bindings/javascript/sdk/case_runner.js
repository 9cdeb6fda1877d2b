// SPDX-License-Identifier: Apache-2.0
import {Internal, Slice, Unreadable, Unsupported} from './harness.js';
import {encode, ProtocolError} from './value.js';

/** A step that names what is not bound, or a fact that cannot be had. */
class Skipped extends Error {}

const members = ['do', 'arguments', 'keywords', 'as', 'no_grad', 'facts'];

function check(condition, why) {
  if (!condition) throw new ProtocolError(why);
}

function isRecord(value) {
  return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
}

function checkStep(step) {
  check(isRecord(step), 'a step is a record');
  for (const member of Object.keys(step)) check(members.includes(member), `a step has no member ${member}`);
  check(typeof step.do === 'string', 'a step needs its operation, "do"');
  check(Array.isArray(step.arguments ?? []), 'arguments are a list');
  check(isRecord(step.keywords ?? {}), 'keywords are a record');
  check(typeof (step.as ?? '') === 'string', '"as" is a name');
  check(typeof (step.no_grad ?? false) === 'boolean', '"no_grad" is true or false');
  check(typeof (step.facts ?? false) === 'boolean', '"facts" is true or false');
}

/** Runs one case. Nothing of it is left when it is done. */
export class CaseRunner {
  #harness;
  #reply;
  #names = new Map();
  #sentNames = new Map(); // name -> its value as text
  #tokens = new WeakMap(); // object -> token: tokens keep nothing alive
  #lastToken = 0n;
  #sentFacts = new Map(); // token -> facts as text

  constructor(harness, reply) {
    this.#harness = harness;
    this.#reply = reply;
  }

  run(request) {
    for (const member of Object.keys(request))
      check(['verb', 'steps'].includes(member), `a case has no member ${member}`);
    check(Array.isArray(request.steps), 'a case has "steps", a list');
    request.steps.forEach(checkStep);
    request.steps.forEach((step, i) => {
      this.#reply({step: BigInt(i), ...this.#outcome(step)});
      if (step.facts) this.#sendFacts();
    });
    this.#names.clear();
    this.#reply({done: true});
  }

  #outcome(step) {
    try {
      const result = this.#call(step);
      const value = this.#tell(result);
      if (step.as) this.#names.set(step.as, result);
      return {value};
    } catch (error) {
      if (error instanceof Unsupported) return {unsupported: error.message};
      if (error instanceof Skipped) return {skipped: error.message};
      if (error instanceof Internal) return {internal: error.message};
      // Out of stack is no refusal: it ends the process, and so the case.
      if (error instanceof RangeError && /call stack/.test(error.message)) throw error;
      if (!(error instanceof Error)) return {internal: `what was thrown is no Error: ${error}`};
      return {error: {kind: this.#harness.kindOf(error), message: error.message, token: this.#reference(error)}};
    }
  }

  #call(step) {
    const operation = this.#harness.operations.get(step.do);
    if (operation === undefined && step.do === 'drop') return this.#drop(step.arguments ?? []);
    if (operation === undefined) throw new Unsupported(`there is no operation ${step.do}`);
    if (step.no_grad) throw new Unsupported('gradient recording cannot be disabled');
    const given = operation.parameters.match(step.arguments ?? [], step.keywords ?? {});
    const result = operation.call(
      ...given.map((argument) => (argument === undefined ? undefined : this.#resolve(argument))),
    );
    return result === undefined ? null : result;
  }

  #drop(references) {
    for (const reference of references.flat()) {
      if (typeof reference?.ref !== 'string') throw new Internal('drop takes names');
      if (!this.#names.delete(reference.ref)) throw new Skipped(`${reference.ref} is not bound`);
    }
    return null;
  }

  /** An argument of the request as the object or value it stands for. */
  #resolve(argument) {
    if (Array.isArray(argument)) return argument.map((item) => this.#resolve(item));
    if (argument === null || typeof argument !== 'object') return argument;
    const [tag, ...others] = Object.keys(argument);
    const content = argument[tag];
    if (others.length === 0 && tag === 'ref' && typeof content === 'string') return this.#find(content);
    if (others.length === 0 && tag === 'slice' && Array.isArray(content) && content.length === 3) {
      return new Slice(...content.map((part) => this.#resolve(part)));
    }
    if (others.length === 0 && tag === 'map' && isRecord(content)) {
      return Object.fromEntries(Object.entries(content).map(([name, item]) => [name, this.#resolve(item)]));
    }
    throw new Internal('an argument is a record other than {"ref": name}, {"slice": [a, b, c]} and {"map": {...}}');
  }

  /** Names may hold dots: the longest bound one counts, the rest are facts, list positions and fields. */
  #find(path) {
    const parts = path.split('.');
    let length = parts.length;
    while (length > 0 && !this.#names.has(parts.slice(0, length).join('.'))) --length;
    if (length === 0) throw new Skipped(`${parts[0]} is not bound`);
    let found = this.#names.get(parts.slice(0, length).join('.'));
    for (const part of parts.slice(length)) found = this.#partOf(found, part, path);
    return found;
  }

  #partOf(owner, part, path) {
    if (Array.isArray(owner)) {
      const item = /^(0|[1-9][0-9]*)$/.test(part) ? owner[Number(part)] : undefined;
      if (item === undefined) throw new Skipped(`${path}: a list of ${owner.length} has no ${part}`);
      return item;
    }
    if (isRecord(owner) && Object.hasOwn(owner, part)) return owner[part];
    const type = owner !== null && typeof owner === 'object' ? this.#harness.typeOf(owner) : undefined;
    const fact = type?.facts?.(owner)[part];
    if (fact === undefined) throw new Unsupported(`${path}: there is no fact ${part}`);
    if (fact instanceof Unreadable) throw new Skipped(`${path} cannot be read: ${fact.why}`);
    return fact;
  }

  /** A value or object as an answer. `met`, if given, collects the objects on the way. */
  #tell(item, met) {
    if (item === null || ['boolean', 'bigint', 'number', 'string'].includes(typeof item)) return item;
    if (Array.isArray(item)) return item.map((one) => this.#tell(one, met));
    if (item instanceof Unreadable) return {unreadable: item.why};
    if (isRecord(item)) {
      return {map: Object.fromEntries(Object.entries(item).map(([name, content]) => [name, this.#tell(content, met)]))};
    }
    const type = this.#harness.typeOf(item) ?? (item instanceof Error ? {kind: 'error', facts: () => ({})} : undefined);
    if (type === undefined) throw new Internal(`an object of class ${item.constructor?.name} cannot be told`);
    if (type.encode) {
      const value = type.encode(item);
      if (value !== undefined) return value;
    }
    met?.set(item, type);
    return this.#reference(item);
  }

  #reference(object) {
    if (!this.#tokens.has(object)) this.#tokens.set(object, (this.#lastToken += 1n));
    return {object: this.#tokens.get(object)};
  }

  #sendFacts() {
    const met = new Map(); // object -> type, in the order met; what is added while it is walked through is walked through
    const names = {};
    for (const [name, item] of this.#names) {
      const value = this.#tell(item, met);
      if (this.#isNews(this.#sentNames, name, value)) names[name] = value;
    }
    const objects = {};
    for (const [object, {kind, facts}] of met) {
      const token = this.#reference(object).object;
      const told = {};
      for (const [name, fact] of Object.entries(facts(object))) {
        if (fact !== undefined) told[name] = this.#tell(fact, met);
      }
      if (this.#isNews(this.#sentFacts, token, told)) objects[token] = {kind, facts: told};
    }
    this.#reply({facts: {names, objects}});
  }

  #isNews(sent, key, value) {
    const text = encode(value);
    if (sent.get(key) === text) return false;
    sent.set(key, text);
    return true;
  }
}
