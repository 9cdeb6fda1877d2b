// SPDX-License-Identifier: Apache-2.0
// Refusals. JavaScript's own TypeError and RangeError are left to mistakes in the code.

export class StrideWeaveError extends Error {}
export class WrongType extends StrideWeaveError {}
export class WrongValue extends StrideWeaveError {}
export class OutOfRange extends WrongValue {}
export class WrongIndex extends StrideWeaveError {}
export class Overflow extends StrideWeaveError {}
export class NoAttribute extends StrideWeaveError {}
export class RuntimeFailure extends StrideWeaveError {}
export class NotSupported extends RuntimeFailure {}
