// SPDX-License-Identifier: Apache-2.0
// A small StrideWeave: layouts, carriers, tensors of any number of levels, permute, item and to_list.
export * from './carrier.js';
export * from './dtype.js';
export * from './errors.js';
export * from './layout.js';
export * from './tensor.js';
export * as friendly from './friendly.js';
