/** The body of a request as it comes, as a stream: its client is held back while nobody reads it. */
import { Readable } from 'node:stream';

import type { BodyReader } from '@keelson/http';

export class BodyStream extends Readable {
  readonly #reader: BodyReader;

  constructor(reader: BodyReader) {
    super();
    this.#reader = reader;
  }

  override _read(): void {
    const take = async (): Promise<void> => {
      const piece = await this.#reader.next();
      if (piece.kind === 'bytes') this.push(piece.bytes);
      else if (piece.kind === 'end') this.push(null);
      else this.destroy(new Error('the client has left'));
    };
    take().catch((error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))));
  }
}
