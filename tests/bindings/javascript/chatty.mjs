// SPDX-License-Identifier: Apache-2.0
// A harness whose implementation prints.
import {Harness} from '../../../bindings/javascript/sdk/harness.js';
import {serve} from '../../../bindings/javascript/sdk/serve.js';

serve(
  new Harness('chatty', '1').operation('print', [], () => {
    console.log('printed by console');
    process.stdout.write('printed by stdout\n');
  }),
);
