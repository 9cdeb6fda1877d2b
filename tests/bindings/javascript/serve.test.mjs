// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const node = (program, input) => spawnSync(process.execPath, [program], {input, encoding: 'utf8', timeout: 60000});

test('the harness as a process', () => {
  const {status, stdout, stderr} = node(
    path('../../../bindings/javascript/harness.js'),
    '{"verb":"hello","protocol":1}\n{"verb":"bye"}\n',
  );
  assert.equal(status, 0);
  assert.equal(stderr, '');
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.length, 1);
  assert.ok(JSON.parse(lines[0]).operations.includes('permute'));
});

test('the end of the input is as good as bye, and a line may be long', () => {
  const order = JSON.stringify(Array.from({length: 200000}, (_, i) => i));
  const request = `{"verb":"case","steps":[{"do":"permute","arguments":[null,${order}]}]}\n`;
  const {status, stdout} = node(path('../../../bindings/javascript/harness.js'), request);
  assert.equal(status, 0);
  assert.equal(stdout.trimEnd().split('\n').length, 2);
});

test('what is printed goes to standard error', () => {
  const {status, stdout, stderr} = node(path('chatty.mjs'), '{"verb":"case","steps":[{"do":"print"}]}\nnonsense\n');
  assert.equal(status, 0);
  assert.match(stderr, /printed by console[^]*printed by stdout/);
  const [outcome, done, refused] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(outcome, {step: 0, value: null});
  assert.deepEqual(done, {done: true});
  assert.equal(refused.done, true);
  assert.match(refused.internal, /not one JSON value/);
});

test('bytes that are no text end the process', () => {
  const {status} = node(path('chatty.mjs'), Buffer.from([0x22, 0xff, 0x22, 0x0a]));
  assert.notEqual(status, 0);
});
