// SPDX-License-Identifier: Apache-2.0
import {readSync, writeSync} from 'node:fs';
import {Console} from 'node:console';

import {decode, encode, ProtocolError} from './value.js';

/** Lines of UTF-8 from a descriptor, each without its end. Bytes that are no UTF-8 throw a TypeError. */
function* lines(descriptor) {
  const decoder = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});
  const chunk = Buffer.alloc(1 << 16);
  let pieces = [];
  for (;;) {
    const length = readSync(descriptor, chunk, 0, chunk.length, null);
    if (length === 0) return;
    let start = 0;
    for (let end; (end = chunk.indexOf(10, start)) >= 0 && end < length; start = end + 1) {
      pieces.push(Buffer.from(chunk.subarray(start, end)));
      yield decoder.decode(Buffer.concat(pieces));
      pieces = [];
    }
    pieces.push(Buffer.from(chunk.subarray(start, length)));
  }
}

function write(descriptor, text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

/** Serves the harness on standard input and output until `bye` or the end of the input. */
export function serve(harness) {
  // Standard output belongs to the protocol: whatever else is printed goes to standard error.
  Object.defineProperty(process, 'stdout', {get: () => process.stderr});
  globalThis.console = new Console(process.stderr, process.stderr);
  const reply = (line) => write(1, encode(line) + '\n');
  for (const line of lines(0)) {
    let request;
    try {
      request = decode(line);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      reply({internal: error.message, done: true});
      continue;
    }
    if (!harness.answer(request, reply)) return;
  }
}
