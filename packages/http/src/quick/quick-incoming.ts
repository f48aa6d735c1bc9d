/** A request that arrived complete, body included. */
import type { IncomingHttpHeaders } from 'node:http';

import type { ClientConnection } from '../client-connection.ts';
import type { BodyReader, BodyResult, Incoming } from '../exchange.ts';
import type { RequestHead } from './parse-head.ts';

export class QuickIncoming implements Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly connection: ClientConnection;
  readonly #body: Uint8Array;

  constructor({ method, url, fields }: RequestHead, connection: ClientConnection, body: Uint8Array) {
    this.method = method;
    this.url = url;
    this.headers = fields.headers;
    this.rawHeaders = fields.rawHeaders;
    this.connection = connection;
    this.#body = body;
  }

  isComplete(): boolean {
    return true;
  }

  readBody(limitBytes: number): Promise<BodyResult> {
    const bytes = this.#body;
    return Promise.resolve(bytes.length > limitBytes ? { ok: false, reason: 'tooLarge' } : { ok: true, bytes });
  }

  readPieces(): BodyReader {
    let left = this.#body.length > 0 ? this.#body : undefined;
    return {
      next: () => {
        const bytes = left;
        left = undefined;
        return Promise.resolve(bytes === undefined ? { kind: 'end' } : { kind: 'bytes', bytes });
      },
    };
  }

  discardRest(): void {
    // There is none.
  }
}
