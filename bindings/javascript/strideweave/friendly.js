// SPDX-License-Identifier: Apache-2.0
// Values taken out of whatever has the interface of a Tensor. (friendly)
import {NoAttribute, NotSupported, WrongValue} from './errors.js';
import {Tensor} from './tensor.js';

function need(object, names) {
  for (const name of names) {
    if (object === null || object === undefined || object[name] === undefined)
      throw new NoAttribute(`there is no ${name}`);
  }
}

function refuseLevels(object) {
  if (object instanceof Tensor && object.representation.subtensors.length > 1)
    throw new NotSupported('this needs a Tensor of one subtensor');
}

/** The one value of a tensor with just one element. NoAttribute, WrongValue, and whatever the read throws. */
export function item(tensor) {
  need(tensor, ['size']);
  if (typeof tensor.size !== 'function') throw new NoAttribute('size is no method');
  refuseLevels(tensor);
  if (tensor.size() !== 1n) throw new WrongValue('item requires a tensor with exactly one element');
  need(tensor, ['layout', 'carrier', 'offset']);
  return tensor.carrier.get(tensor.offset + tensor.layout.at(0n));
}

/** All values, first mode fastest. NoAttribute, and whatever a read throws. */
export function to_list(tensor) {
  need(tensor, ['layout', 'carrier', 'offset']);
  refuseLevels(tensor);
  const values = [];
  for (let ordinal = 0n; ordinal < tensor.layout.size; ++ordinal) {
    values.push(tensor.carrier.get(tensor.offset + tensor.layout.at(ordinal)));
  }
  return values;
}
