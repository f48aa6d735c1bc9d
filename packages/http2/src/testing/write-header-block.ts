/** Header blocks for tests, of requests and of responses. */
import { printField } from '../header-writer.ts';

export function writeHeaderBlock(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.from(fields.map(([name, value]) => printField(name, value)).join(''), 'latin1');
}
