// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import test from 'node:test';

import {Harness, Internal, Slice, Unreadable, Unsupported} from '../../../bindings/javascript/sdk/harness.js';

class Thing {
  constructor(content) {
    this.content = content;
  }
}
class Refusal extends Error {}
class FinerRefusal extends Refusal {}

let seen;

function harness() {
  return new Harness('test', '1')
    .exception(Refusal, 'ValueError')
    .object(Thing, 'thing', (thing) => ({content: thing.content, dark: new Unreadable('no light'), nothing: undefined}))
    .facts('content')
    .operation('make', ['content?'], (content = null) => new Thing(content))
    .operation('same', ['thing'], (thing) => thing)
    .operation('see', ['first', 'second?', 'rest*'], (...all) => void (seen = all))
    .operation('put', ['thing', 'content'], (thing, content) => void (thing.content = content))
    .operation('refuse', [], () => {
      throw new FinerRefusal('never');
    })
    .operation('slip', [], () => undefined.slip)
    .operation('lack', [], () => {
      throw new Unsupported('not here');
    })
    .operation('break', [], () => {
      throw new Internal('broken');
    })
    .operation('overflow', [], function again() {
      return again();
    });
}

function run(...steps) {
  const lines = [];
  harness().answer({verb: 'case', steps}, (line) => lines.push(line));
  assert.deepEqual(lines.at(-1), {done: true});
  return lines.slice(0, -1);
}

test('hello names operations, facts and options', () => {
  const hello = harness().hello();
  assert.ok(hello.operations.includes('drop') && hello.operations.includes('make'));
  assert.deepEqual(hello.facts, ['content']);
  assert.deepEqual(hello.options, ['content', 'second', 'rest']);
  assert.equal(hello.protocol, 1n);
});

test('arguments by position, by name, and the rest', () => {
  run({do: 'see', arguments: [1n, 2n, 3n, 4n]});
  assert.deepEqual(seen, [1n, 2n, [3n, 4n]]);
  run({do: 'see', arguments: [1n], keywords: {rest: [5n]}});
  assert.deepEqual(seen, [1n, undefined, [5n]]);
  run({do: 'see', arguments: [null, {slice: [1n, null, 2]}, {map: {a: {slice: [null, null, null]}}}]});
  assert.deepEqual(seen, [null, new Slice(1n, null, 2), [{a: new Slice(null, null, null)}]]);
});

test('a call of the wrong form never reaches the implementation', () => {
  seen = 'untouched';
  const [few, many, twice, unknown, record, nothing] = run(
    {do: 'see'},
    {do: 'put', arguments: [1n, 2n, 3n]},
    {do: 'see', arguments: [1n], keywords: {first: 1n}},
    {do: 'see', arguments: [1n], keywords: {colour: 1n}},
    {do: 'see', arguments: [{colour: 1n}]},
    {do: 'nothing'},
  );
  for (const line of [few, many, twice, record]) assert.ok('internal' in line);
  for (const line of [unknown, nothing]) assert.ok('unsupported' in line);
  assert.equal(seen, 'untouched');
});

test('errors carry their kind, and mistakes are no refusals', () => {
  const [refused, slipped, lacking, broken] = run({do: 'refuse', as: 'x'}, {do: 'slip'}, {do: 'lack'}, {do: 'break'});
  assert.equal(refused.error.kind, 'ValueError');
  assert.equal(refused.error.message, 'never');
  assert.equal(slipped.error.kind, 'Other');
  assert.equal(lacking.unsupported, 'not here');
  assert.equal(broken.internal, 'broken');
});

test('running out of stack is a crash', () => {
  assert.throws(() => run({do: 'overflow'}), RangeError);
});

test('a failed call binds nothing, and what is not bound is skipped', () => {
  const [, see] = run({do: 'refuse', as: 'x'}, {do: 'see', arguments: [{ref: 'x'}]});
  assert.ok('skipped' in see);
});

test('names may hold dots, and facts, positions and fields follow', () => {
  const [, , whole, fact, position, dark, missing] = run(
    {do: 'make', arguments: [[1n, {map: {a: 7n}}]], as: 't'},
    {do: 'make', arguments: [2n], as: 't.b'},
    {do: 'same', arguments: [{ref: 't.b'}]},
    {do: 'same', arguments: [{ref: 't.b.content'}]},
    {do: 'same', arguments: [{ref: 't.content.1.a'}]},
    {do: 'same', arguments: [{ref: 't.dark'}]},
    {do: 'same', arguments: [{ref: 't.colour'}]},
  );
  assert.deepEqual(whole.value, {object: 2n});
  assert.equal(fact.value, 2n);
  assert.equal(position.value, 7n);
  assert.ok('skipped' in dark);
  assert.ok('unsupported' in missing);
});

test('one object, one token', () => {
  const [first, again, other] = run({do: 'make', as: 'a'}, {do: 'same', arguments: [{ref: 'a'}]}, {do: 'make'});
  assert.deepEqual(first.value, again.value);
  assert.notDeepEqual(first.value, other.value);
});

test('facts tell what is new and nothing else', () => {
  const lines = run(
    {do: 'make', as: 'inner'},
    {do: 'make', arguments: [{ref: 'inner'}], as: 'outer', facts: true},
    {do: 'put', arguments: [{ref: 'inner'}, 5n], facts: true},
    {do: 'same', arguments: [1n], facts: true},
    {do: 'drop', arguments: [{ref: 'inner'}], facts: true},
  );
  const [first, second, third, fourth] = lines.filter((line) => 'facts' in line).map((line) => line.facts);
  assert.deepEqual(first.names, {inner: {object: 1n}, outer: {object: 2n}});
  assert.deepEqual(first.objects, {
    1: {kind: 'thing', facts: {content: null, dark: {unreadable: 'no light'}}},
    2: {kind: 'thing', facts: {content: {object: 1n}, dark: {unreadable: 'no light'}}},
  });
  assert.deepEqual(second, {
    names: {},
    objects: {1: {kind: 'thing', facts: {content: 5n, dark: {unreadable: 'no light'}}}},
  });
  assert.deepEqual(third, {names: {}, objects: {}});
  assert.deepEqual(fourth, {names: {}, objects: {}});
});

test('drop ends a name', () => {
  const [, dropped, again, see] = run(
    {do: 'make', as: 'a'},
    {do: 'drop', arguments: [[{ref: 'a'}]]},
    {do: 'drop', arguments: [{ref: 'a'}]},
    {do: 'see', arguments: [{ref: 'a'}]},
  );
  assert.equal(dropped.value, null);
  assert.ok('skipped' in again && 'skipped' in see);
});

test('recording cannot be disabled where there is none', () => {
  assert.ok('unsupported' in run({do: 'make', no_grad: true})[0]);
});

test('requests that are none are refused in one line', () => {
  for (const request of [
    1n,
    {},
    {verb: 'dance'},
    {verb: 'case'},
    {verb: 'case', steps: [1n]},
    {verb: 'case', steps: [{}]},
    {verb: 'case', steps: [{do: 'make', colour: 1n}]},
    {verb: 'case', steps: [], id: 1n},
  ]) {
    const lines = [];
    assert.equal(
      harness().answer(request, (line) => lines.push(line)),
      true,
    );
    assert.equal(lines.length, 1);
    assert.equal(lines[0].done, true);
    assert.equal(typeof lines[0].internal, 'string');
  }
  assert.equal(harness().answer({verb: 'bye'}, assert.fail), false);
});
