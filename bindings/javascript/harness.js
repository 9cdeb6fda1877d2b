#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// The harness: how the suite reaches the StrideWeave of this folder.
import {isMain} from './sdk/main.js';
import {Harness, Internal, Unreadable, Unsupported} from './sdk/harness.js';
import {serve} from './sdk/serve.js';
import {makeSpy, Spy} from './spies.js';
import * as strideweave from './strideweave/index.js';

const {
  Carrier,
  CompoundDType,
  DType,
  DTypeCategory,
  HostCarrier,
  Layout,
  Shape,
  Stride,
  Tensor,
  VirtualCarrier,
  dtypes,
} = strideweave;

class OtherFailure extends Error {}

/** Objects of the fixtures that are no Tensor: what they are given, and nothing else. */
class Foreign {}

const prepared = {
  TypeError: strideweave.WrongType,
  ValueError: strideweave.WrongValue,
  IndexError: strideweave.WrongIndex,
  OverflowError: strideweave.Overflow,
  NotImplementedError: strideweave.NotSupported,
  RuntimeError: strideweave.RuntimeFailure,
  AttributeError: strideweave.NoAttribute,
  Other: OtherFailure,
};

function iota(dtype, index) {
  if (dtype === dtypes.Bool) return index % 2n === 1n;
  return dtype === dtypes.Int32 ? index : Number(index);
}

function makeCarrier(dtype, size, stored, exactClass, spy, virtual, failRead) {
  if (size === undefined && !Array.isArray(stored)) throw new Internal('a carrier needs its size or its stored values');
  size ??= BigInt(stored.length);
  const valueAt = (index) => iota(dtype, index);
  const values = () => {
    if (Array.isArray(stored)) return stored;
    if (size > 2n ** 24n) throw new Unsupported(`a carrier of ${size} stored elements`);
    return Array.from({length: Number(size)}, (_, i) => valueAt(BigInt(i)));
  };
  if (exactClass !== undefined || spy || failRead !== undefined) {
    return makeSpy(exactClass ?? 'base', {
      dtype,
      size,
      counts: spy ?? false,
      failRead,
      ...(virtual ? {valueAt} : {values: values()}),
    });
  }
  return virtual ? new VirtualCarrier(dtype, size, valueAt) : new HostCarrier(dtype, values());
}

function makeForeign(attributes = {}, methods = {}) {
  const foreign = Object.assign(new Foreign(), attributes);
  for (const [name, answer] of Object.entries(methods)) foreign[name] = () => answer;
  return foreign;
}

function hasPublicName(name) {
  let found = strideweave;
  for (const part of name.split('.')) found = found?.[part];
  return found !== undefined;
}

function storedOf(carrier) {
  if (carrier.isReleased || carrier instanceof VirtualCarrier || (carrier instanceof Spy && carrier.isVirtual))
    return undefined;
  if (carrier.size > 4096n) return new Unreadable('more than 4096 values');
  const read = carrier instanceof Spy ? (i) => carrier.peek(i) : (i) => carrier.get(i);
  return Array.from({length: Number(carrier.size)}, (_, i) => read(BigInt(i)));
}

function carrierFacts(carrier) {
  const {dtype, size, version, isReleased: released} = carrier;
  const counts = carrier instanceof Spy ? carrier.tellCounts() : {};
  return {dtype, size, version, released, class: carrier.constructor, stored: storedOf(carrier), ...counts};
}

function snapshotOf(subtensors) {
  const carriers = [...new Set(subtensors.map(({carrier}) => carrier))];
  return carriers.map((carrier) => [carrier, carrier.version]);
}

function tensorFacts(tensor) {
  const {subtensors, adjacent} = tensor.representation;
  return {
    layout: tensor.layout,
    offset: tensor.offset,
    carrier: tensor.carrier,
    dtype: tensor.dtype(),
    size: tensor.size(),
    class: tensor.carrierType(),
    subtensors: subtensors.map((one) => ({...one})),
    adjacent,
    snapshot: snapshotOf(subtensors),
  };
}

export function makeHarness() {
  const harness = new Harness('StrideWeave in JavaScript', '0.1.0');

  for (const [kind, type] of Object.entries(prepared)) harness.exception(type, kind);
  harness
    .value(Shape, (shape) => ({shape: shape.modes}))
    .value(Stride, (stride) => ({stride: stride.modes}))
    .value(Layout, (layout) => ({layout: [layout.shape.modes, layout.stride.modes]}))
    .object(Tensor, 'tensor', tensorFacts)
    .object(Carrier, 'carrier', carrierFacts)
    .object(Foreign, 'foreign', (foreign) =>
      Object.fromEntries(Object.entries(foreign).filter(([, one]) => typeof one !== 'function')),
    )
    .object(Function, 'class', (type) => ({name: type.name}));
  harness.types.set(DType, {
    kind: 'dtype',
    encode: (dtype) => (dtypes[dtype.name] === dtype ? {dtype: dtype.name} : undefined),
    facts: (dtype) => ({name: dtype.name}),
  });
  harness.facts('layout', 'offset', 'carrier', 'dtype', 'size', 'class', 'subtensors', 'adjacent', 'snapshot');
  harness.facts('version', 'released', 'stored', 'reads', 'writes', 'allocations', 'name');

  harness
    .operation('shape', ['modes'], (modes) => new Shape(modes))
    .operation('stride', ['modes'], (modes) => new Stride(modes))
    .operation('layout', ['shape', 'stride'], (shape, stride) => new Layout(new Shape(shape), new Stride(stride)))
    .operation('dtype', ['name'], (name) => {
      if (!Object.hasOwn(dtypes, name)) throw new Unsupported(`there is no dtype ${name}`);
      return dtypes[name];
    })
    .operation('category', ['name'], (name) => new DTypeCategory(name))
    .operation('compound', ['name', 'planes'], (name, planes) => new CompoundDType(name, planes))
    .operation('error', ['kind', 'message?'], (kind, message) => new prepared[kind](message ?? `a prepared ${kind}`))
    .operation('foreign', ['attributes?', 'methods?'], makeForeign)
    .operation('carrier', ['dtype', 'size?', 'stored?', 'class?', 'spy?', 'virtual?', 'fail_read?'], makeCarrier)
    .operation(
      'tensor',
      ['carrier', 'offset', 'layout'],
      (carrier, offset, layout) => new Tensor(carrier, offset, layout),
    )
    .operation('representation', ['dtype', 'subtensors', 'adjacent?'], (dtype, subtensors, adjacent = []) =>
      Tensor.fromRepresentation(dtype, subtensors, adjacent),
    )
    .operation('carrier_get', ['carrier', 'index'], (carrier, index) => carrier.get(index))
    .operation('carrier_set', ['carrier', 'index', 'value'], (carrier, index, value) => carrier.set(index, value))
    .operation('release', ['carrier'], (carrier) => carrier.release())
    .operation('permute', ['tensor', 'order'], (tensor, order) => tensor.permute(order))
    .operation('item', ['tensor'], strideweave.friendly.item)
    .operation('to_list', ['tensor'], strideweave.friendly.to_list)
    .operation('public_name', ['name'], hasPublicName);
  return harness;
}

if (isMain(import.meta.url)) serve(makeHarness());
