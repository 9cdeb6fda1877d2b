// SPDX-License-Identifier: Apache-2.0
import {Overflow, WrongType, WrongValue} from './errors.js';

/** A named descriptor, compared by identity. */
export class DType {
  constructor(name) {
    this.name = name;
  }
}

export class DTypeCategory extends DType {}

/** One scalar. `store(value)` is the value as a carrier of this dtype holds it. */
export class SimpleDType extends DType {
  constructor(name, store) {
    super(name);
    this.store = store;
    Object.freeze(this);
  }
}

/** Several planes of simple dtypes, in order. */
export class CompoundDType extends DType {
  constructor(name, simpleTypes) {
    super(name);
    if (simpleTypes.length === 0) throw new WrongValue('a CompoundDType has at least one simple dtype');
    if (!simpleTypes.every((each) => each instanceof SimpleDType))
      throw new WrongType('the planes of a CompoundDType are simple dtypes');
    this.simpleTypes = Object.freeze([...simpleTypes]);
    Object.freeze(this);
  }
}

function storeFloat(value) {
  if (typeof value === 'bigint') return Math.fround(Number(value));
  if (typeof value !== 'number') throw new WrongType('a Float32 carrier stores numbers');
  return Math.fround(value);
}

function storeInteger(value) {
  if (typeof value !== 'bigint') throw new WrongType('an Int32 carrier stores integers');
  if (BigInt.asIntN(32, value) !== value) throw new Overflow(`${value} is no Int32`);
  return value;
}

function storeTruth(value) {
  if (typeof value !== 'boolean') throw new WrongType('a Bool carrier stores truth values');
  return value;
}

export const dtypes = Object.freeze({
  Float32: new SimpleDType('Float32', storeFloat),
  Int32: new SimpleDType('Int32', storeInteger),
  Bool: new SimpleDType('Bool', storeTruth),
});
