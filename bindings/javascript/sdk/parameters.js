// SPDX-License-Identifier: Apache-2.0
import {Internal, Unsupported} from './harness.js';

/** The parameters of one operation: `name`, `name?` for one that may be left out, `name*` for all the rest. */
export class Parameters {
  constructor(operation, declared) {
    this.operation = operation;
    this.names = declared.map((one) => one.replace(/[?*]$/, ''));
    this.optional = declared.map((one) => /[?*]$/.test(one));
    this.rest = declared.at(-1)?.endsWith('*') ?? false;
  }

  options() {
    return this.names.filter((_, i) => this.optional[i]);
  }

  /** The arguments of a call in the order of the parameters, as they stand in the request; undefined where left out. */
  match(positional, keywords) {
    const places = this.rest ? this.names.length - 1 : this.names.length;
    const given = positional.slice(0, places);
    if (positional.length > places && !this.rest) {
      throw new Internal(`${this.operation} takes at most ${places} arguments, not ${positional.length}`);
    }
    for (const [name, argument] of Object.entries(keywords)) {
      const place = this.names.indexOf(name);
      if (place < 0) throw new Unsupported(`${this.operation} has no parameter ${name}`);
      if (given[place] !== undefined) throw new Internal(`${this.operation} is given ${name} twice`);
      given[place] = argument;
    }
    if (this.rest && given[places] === undefined) given[places] = positional.slice(places);
    this.names.forEach((name, i) => {
      if (given[i] === undefined && !this.optional[i]) throw new Internal(`${this.operation} needs ${name}`);
    });
    return this.names.map((_, i) => given[i]);
  }
}
