/** A backup file as a stream, in pieces that are large beside the cost of a read. */
import { createReadStream, type ReadStream } from 'node:fs';

const pieceBytes = 1024 * 1024;

export function readBackupFile(file: string): ReadStream {
  return createReadStream(file, { highWaterMark: pieceBytes });
}
