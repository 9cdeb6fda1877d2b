// SPDX-License-Identifier: Apache-2.0
import {RuntimeFailure, WrongIndex, WrongType} from './errors.js';

/** A one-dimensional store of values of one dtype; derive to make another. */
export class Carrier {
  #version = 0n;
  #released = false;

  constructor(dtype, size) {
    this.dtype = dtype;
    this.size = size;
  }
  get version() {
    return this.#version;
  }
  get isReleased() {
    return this.#released;
  }
  /** Ends element access; idempotent. */
  release() {
    this.#released = true;
  }
  #check(index) {
    if (this.#released) throw new RuntimeFailure('this carrier is released');
    if (typeof index !== 'bigint') throw new WrongType('a carrier index is an integer');
    if (index < 0n || index >= this.size) throw new WrongIndex(`${index} is outside of a carrier of ${this.size}`);
  }
  get(index) {
    this.#check(index);
    return this.read(index);
  }
  set(index, value) {
    this.#check(index);
    this.write(index, this.dtype.store(value));
    this.#version += 1n;
  }
}

/** Holds its values in memory. */
export class HostCarrier extends Carrier {
  #values;

  constructor(dtype, values) {
    super(dtype, BigInt(values.length));
    this.#values = values.map((value) => dtype.store(value));
  }
  read(index) {
    return this.#values[Number(index)];
  }
  write(index, value) {
    this.#values[Number(index)] = value;
  }
}

/** Holds nothing: any size, values computed from the index. */
export class VirtualCarrier extends Carrier {
  constructor(dtype, size, valueAt) {
    super(dtype, size);
    this.read = valueAt;
  }
  write() {
    throw new RuntimeFailure('a virtual carrier cannot be written');
  }
}
