// SPDX-License-Identifier: Apache-2.0
import {realpathSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

/** Whether the module of this URL is the program that was started. */
export function isMain(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
}
