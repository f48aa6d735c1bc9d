/** The error of an object that another server could not convert. Reads and writes that need the object are refused with it. */
import { unexplained, type Status } from '@keelson/meta';

const brand = Symbol.for('@keelson/registry/ConversionError');

export class ConversionError extends Error {
  readonly [brand] = true;
  override readonly name = 'ConversionError';
  readonly status: Status;

  /** The message is ready for clients. */
  constructor(message: string) {
    super(message);
    this.status = unexplained(message);
  }
}

export function isConversionError(error: unknown): error is ConversionError {
  return typeof error === 'object' && error !== null && brand in error;
}
