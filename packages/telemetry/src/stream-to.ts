/** A stream that hands each line to a function. */
import { Writable } from 'node:stream';

export function streamTo(write: (line: string) => void): Writable {
  return new Writable({
    write(chunk: Buffer | string, _encoding, done) {
      write(chunk.toString());
      done();
    },
  });
}
