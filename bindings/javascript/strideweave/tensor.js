// SPDX-License-Identifier: Apache-2.0
import {Carrier} from './carrier.js';
import {CompoundDType, SimpleDType} from './dtype.js';
import {OutOfRange, WrongType, WrongValue} from './errors.js';
import {Layout} from './layout.js';

function checkSubtensor({dtype, carrier, offset, layout}, level) {
  if (!(carrier instanceof Carrier)) throw new WrongType(`subtensor ${level}: carrier is no Carrier`);
  if (carrier.dtype !== dtype)
    throw new WrongValue(`subtensor ${level}: the carrier holds ${carrier.dtype.name}, not ${dtype?.name}`);
  if (typeof offset !== 'bigint') throw new WrongType(`subtensor ${level}: offset is no integer`);
  if (!(layout instanceof Layout)) throw new WrongType(`subtensor ${level}: layout is no Layout`);
  if (offset < 0n) throw new OutOfRange(`subtensor ${level}: offset ${offset} is negative`);
  if (offset + layout.cosize > carrier.size) {
    throw new OutOfRange(`subtensor ${level}: ${offset} + ${layout.cosize} is past the carrier size ${carrier.size}`);
  }
}

function schemaOf(dtype) {
  if (dtype instanceof SimpleDType) return [dtype];
  if (dtype instanceof CompoundDType) return dtype.simpleTypes;
  throw new WrongValue('this dtype has no Tensor storage schema');
}

function checkRepresentation({dtype, subtensors, adjacent}) {
  const schema = schemaOf(dtype);
  if (subtensors.length !== schema.length)
    throw new WrongValue(`${dtype.name} has ${schema.length} subtensors, not ${subtensors.length}`);
  if (adjacent.length !== schema.length - 1)
    throw new WrongValue(`${dtype.name} has ${schema.length - 1} adjacent layouts`);
  subtensors.forEach((subtensor, level) => {
    if (subtensor.dtype !== schema[level]) throw new WrongValue(`subtensor ${level} stores ${schema[level].name}`);
  });
  subtensors.forEach(checkSubtensor);
  subtensors.forEach(({carrier}, level) => {
    const [first, own] = [subtensors[0].carrier.constructor, carrier.constructor];
    if (own !== first) throw new WrongType(`subtensors 0 and ${level} have carriers of ${first.name} and ${own.name}`);
  });
  adjacent.forEach((layout, level) => {
    const [above, below] = [subtensors[level].layout, subtensors[level + 1].layout];
    if (!layout.shape.equals(above.shape))
      throw new WrongValue(`adjacent ${level}: ${layout.shape} is not ${above.shape}`);
    if (layout.cosize > below.size)
      throw new WrongValue(`adjacent ${level}: index ${layout.cosize - 1n} is past ${below.size}`);
  });
}

const framework = Symbol('framework'); // the constructor takes whole representations from this file alone

/** Values on carriers. Immutable; views share the carriers. */
export class Tensor {
  #parts;

  /** A tensor of one subtensor. WrongType and WrongValue as the representation's own checks say. */
  constructor(carrier, offset, layout) {
    if (arguments[0] === framework) {
      this.#parts = arguments[1];
    } else {
      if (!(carrier instanceof Carrier)) throw new WrongType('a Tensor is made of a Carrier');
      if (!(carrier.dtype instanceof SimpleDType))
        throw new WrongValue(`${carrier.dtype.name} has no conventional storage schema`);
      this.#parts = {dtype: carrier.dtype, subtensors: [{dtype: carrier.dtype, carrier, offset, layout}], adjacent: []};
    }
    checkRepresentation(this.#parts);
  }

  /** Framework-owned: a tensor of any validated representation. */
  static fromRepresentation(dtype, subtensors, adjacent) {
    return new Tensor(framework, {dtype, subtensors, adjacent});
  }

  get carrier() {
    return this.#parts.subtensors[0].carrier;
  }
  get offset() {
    return this.#parts.subtensors[0].offset;
  }
  get layout() {
    return this.#parts.subtensors[0].layout;
  }
  dtype() {
    return this.#parts.dtype;
  }
  size() {
    return this.layout.size;
  }
  carrierType() {
    return this.carrier.constructor;
  }
  get representation() {
    return this.#parts;
  }

  /** A view with whole top-level modes in another order. WrongType, WrongValue. (views.permute) */
  permute(order) {
    if (!Array.isArray(order) || order.some((mode) => typeof mode !== 'bigint'))
      throw new WrongType('an order is made of integers');
    const rank = BigInt(this.layout.rank);
    for (const mode of order) {
      if (mode < 0n || mode >= rank) throw new OutOfRange(`there is no mode ${mode} in rank ${rank}`);
    }
    if (new Set(order).size !== order.length) throw new WrongValue('an order names a mode twice');
    if (BigInt(order.length) !== rank) throw new WrongValue('an order names every mode');
    const {dtype, subtensors, adjacent} = this.#parts;
    const [first, ...others] = subtensors;
    return Tensor.fromRepresentation(
      dtype,
      [{...first, layout: first.layout.permute(order)}, ...others],
      adjacent.map((layout, level) => (level === 0 ? layout.permute(order) : layout)),
    );
  }
}
