/** etcd's numbers have 64 bits; those that a JavaScript number cannot represent exactly are refused. */
import { InexactNumberError } from '../errors.ts';

export function exact(number: number): number {
  if (Number.isSafeInteger(number)) return number;
  throw new InexactNumberError(number);
}
