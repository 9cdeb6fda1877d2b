// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import test from 'node:test';

import {decode, encode, ProtocolError} from '../../../bindings/javascript/sdk/value.js';

test('integers are BigInts and floats are Numbers', () => {
  assert.equal(decode('3'), 3n);
  assert.equal(decode('{"float":"3"}'), 3);
  assert.equal(encode(3n), '3');
  assert.equal(encode(3), '{"float":"3"}');
});

test('integers past 2^53 keep every digit', () => {
  for (const text of ['{"int":"18446744073709551617"}', '{"int":"-9007199254740993"}'])
    assert.equal(encode(decode(text)), text);
  assert.equal(encode(2n ** 53n), '9007199254740992');
  assert.equal(encode(-(2n ** 53n) - 1n), '{"int":"-9007199254740993"}');
  assert.equal(decode('{"int":"7"}'), 7n);
});

test('floats read back as the same number', () => {
  for (const number of [0.1, 1e300, 5e-324, -1.5, 2 ** 60, Infinity, -Infinity]) {
    assert.equal(decode(encode(number)), number);
  }
  assert.ok(Number.isNaN(decode('{"float":"nan"}')));
  assert.equal(encode(NaN), '{"float":"nan"}');
  assert.equal(encode(-0), '{"float":"-0"}');
  assert.ok(Object.is(decode('{"float":"-0"}'), -0));
  assert.equal(encode(Infinity), '{"float":"inf"}');
});

test('what is no value of the protocol is refused', () => {
  for (const line of [
    '',
    '{',
    '1.5',
    '9007199254740994',
    '1e400',
    '{"int":"007"}',
    '{"int":"-0"}',
    '{"int":7}',
    '{"int":""}',
    '{"float":1}',
    '{"float":"Infinity"}',
    '{"float":"0x10"}',
    '{"float":""}',
    '{"float":"1."}',
    '['.repeat(102) + ']'.repeat(102),
  ]) {
    assert.throws(() => decode(line), ProtocolError, line);
  }
});

test('records, lists and text pass as they are', () => {
  const line = '{"map":{"int":[null,true,"\\u00e9\\n"],"b":{}}}';
  assert.deepEqual(decode(line), {map: {int: [null, true, 'é\n'], b: {}}});
  assert.deepEqual(decode(encode(decode(line))), decode(line));
  assert.equal(encode('\ud800'), '"\ufffd"');
});
