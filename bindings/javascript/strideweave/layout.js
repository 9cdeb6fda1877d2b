// SPDX-License-Identifier: Apache-2.0
// Shapes, strides and layouts. Every number is a BigInt, so that nothing ever wraps.
import {WrongType, WrongValue} from './errors.js';

function checkTree(modes, smallest, what) {
  if (!Array.isArray(modes)) throw new WrongType(`a ${what} is made of a list`);
  for (const mode of modes) {
    if (Array.isArray(mode)) {
      checkTree(mode, smallest, what);
    } else if (typeof mode !== 'bigint') {
      throw new WrongType(`a leaf of a ${what} is an integer`);
    } else if (mode < smallest) {
      throw new WrongValue(`a leaf of a ${what} is at least ${smallest}, not ${mode}`);
    }
  }
}

function freeze(modes) {
  return Object.freeze(modes.map((mode) => (Array.isArray(mode) ? freeze(mode) : mode)));
}

function isCongruent(a, b) {
  if (!Array.isArray(a) || !Array.isArray(b)) return !Array.isArray(a) && !Array.isArray(b);
  return a.length === b.length && a.every((mode, i) => isCongruent(mode, b[i]));
}

function isSame(a, b) {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((mode, i) => isSame(mode, b[i]));
}

export function modesToString(modes) {
  return Array.isArray(modes) ? `[${modes.map(modesToString).join(',')}]` : String(modes);
}

/** An ordered tree of extents, each at least 1. */
export class Shape {
  constructor(modes) {
    checkTree(modes, 1n, 'Shape');
    this.modes = freeze(modes);
    Object.freeze(this);
  }
  get size() {
    return this.modes.flat(Infinity).reduce((product, extent) => product * extent, 1n);
  }
  equals(other) {
    return isSame(this.modes, other.modes);
  }
  toString() {
    return modesToString(this.modes);
  }
}

/** An ordered tree of strides, each at least 0. */
export class Stride {
  constructor(modes) {
    checkTree(modes, 0n, 'Stride');
    this.modes = freeze(modes);
    Object.freeze(this);
  }
}

/** A Shape with a Stride of the same tree: which index belongs to a coordinate. */
export class Layout {
  constructor(shape, stride) {
    if (!(shape instanceof Shape) || !(stride instanceof Stride))
      throw new WrongType('a Layout is made of a Shape and a Stride');
    if (!isCongruent(shape.modes, stride.modes)) throw new WrongValue('Shape and Stride have different trees');
    this.shape = shape;
    this.stride = stride;
    Object.freeze(this);
  }
  get rank() {
    return this.shape.modes.length;
  }
  get size() {
    return this.shape.size;
  }
  /** [extent, stride] of each leaf, depth first. */
  leaves() {
    const strides = this.stride.modes.flat(Infinity);
    return this.shape.modes.flat(Infinity).map((extent, i) => [extent, strides[i]]);
  }
  get cosize() {
    return this.leaves().reduce((sum, [extent, stride]) => sum + (extent - 1n) * stride, 1n);
  }
  /** The index of the coordinate with this ordinal, first mode fastest. */
  at(ordinal) {
    let index = 0n;
    for (const [extent, stride] of this.leaves()) {
      index += (ordinal % extent) * stride;
      ordinal /= extent;
    }
    return index;
  }
  /** Whole top-level modes in another order. Precondition: `order` is a permutation of 0n, 1n, ..., rank - 1n. */
  permute(order) {
    const inOrder = (modes) => order.map((mode) => modes[Number(mode)]);
    return new Layout(new Shape(inOrder(this.shape.modes)), new Stride(inOrder(this.stride.modes)));
  }
}
