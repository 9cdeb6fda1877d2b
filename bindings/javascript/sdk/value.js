// SPDX-License-Identifier: Apache-2.0
// The values of the protocol. JavaScript has one type of number, so here an integer is a BigInt and a float a Number:
// 3n and 3 are different answers, as 3 and {"float": "3"} are on the wire.

const largestNumber = 2n ** 53n;

/** A request that is not what the protocol says. */
export class ProtocolError extends Error {}

function readFloat(text) {
  const special = {nan: NaN, inf: Infinity, '-inf': -Infinity};
  if (Object.hasOwn(special, text)) return special[text];
  if (!/^-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/i.test(text))
    throw new ProtocolError(`{"float": ...} holds ${JSON.stringify(text)}`);
  return Number(text);
}

function writeFloat(number) {
  if (Number.isNaN(number)) return 'nan';
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf';
  return Object.is(number, -0) ? '-0' : String(number); // the shortest that reads back as the same number
}

function fromWire(value, depth) {
  if (depth > 100) throw new ProtocolError('nested deeper than 100');
  if (typeof value === 'number') {
    // JSON.parse cannot tell 1.0 from 1, nor 2^53 + 1 from 2^53; the runner sends neither.
    if (!Number.isInteger(value) || Math.abs(value) > 2 ** 53) throw new ProtocolError(`the bare number ${value}`);
    return BigInt(value);
  }
  if (Array.isArray(value)) return value.map((item) => fromWire(item, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === 'int') {
    if (typeof value.int !== 'string' || !/^(0|-?[1-9][0-9]*)$/.test(value.int))
      throw new ProtocolError('{"int": ...} must hold a decimal integer as text');
    return BigInt(value.int);
  }
  if (keys.length === 1 && keys[0] === 'float') {
    if (typeof value.float !== 'string') throw new ProtocolError('{"float": ...} must hold a number as text');
    return readFloat(value.float);
  }
  return Object.fromEntries(keys.map((key) => [key, fromWire(value[key], depth + 1)]));
}

function toWire(value) {
  if (typeof value === 'bigint') {
    return value >= -largestNumber && value <= largestNumber ? Number(value) : {int: String(value)};
  }
  if (typeof value === 'number') return {float: writeFloat(value)};
  // Half of a surrogate pair is no text.
  if (typeof value === 'string')
    return value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
  if (Array.isArray(value)) return value.map(toWire);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, toWire(content)]));
}

/** One line of the protocol as a value. Throws a ProtocolError. */
export function decode(line) {
  let json;
  try {
    json = JSON.parse(line);
  } catch (error) {
    throw new ProtocolError(`not one JSON value: ${error.message}`);
  }
  return fromWire(json, 0);
}

/** The reverse, without the line's end. */
export function encode(value) {
  return JSON.stringify(toWire(value));
}
