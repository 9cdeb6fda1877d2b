// SPDX-License-Identifier: Apache-2.0
// Instrumented carriers: they count, fail on demand, and come in three exact classes.
import {Unsupported} from './sdk/harness.js';
import {Carrier, RuntimeFailure} from './strideweave/index.js';

export class Spy extends Carrier {
  #setup;
  #values;
  #reads = 0n;
  #writes = 0n;

  constructor(setup) {
    super(setup.dtype, setup.size);
    this.#setup = setup;
    this.#values = setup.values?.map((value) => (setup.dtype.store ? setup.dtype.store(value) : value));
  }
  get isVirtual() {
    return this.#setup.valueAt !== undefined;
  }
  /** The value, seen by nobody. */
  peek(index) {
    return this.isVirtual ? this.#setup.valueAt(index) : this.#values[Number(index)];
  }
  read(index) {
    this.#reads += 1n;
    const failing = this.#setup.failRead;
    if (failing !== undefined && (failing.index === undefined || failing.index === index)) throw failing.raise;
    return this.peek(index);
  }
  write(index, value) {
    this.#writes += 1n;
    if (this.isVirtual) throw new RuntimeFailure('a virtual carrier cannot be written');
    this.#values[Number(index)] = value;
  }
  /** Nothing in this StrideWeave makes a carrier of its own, so there are no allocations to count. */
  tellCounts() {
    return this.#setup.counts ? {reads: this.#reads, writes: this.#writes, allocations: 0n} : {};
  }
}

export class BaseSpy extends Spy {}
export class SubSpy extends BaseSpy {}
export class OtherSpy extends Spy {}

const classes = {base: BaseSpy, sub: SubSpy, other: OtherSpy};

export function makeSpy(exactClass, setup) {
  if (!Object.hasOwn(classes, exactClass)) throw new Unsupported(`there is no carrier class ${exactClass}`);
  return new classes[exactClass](setup);
}
