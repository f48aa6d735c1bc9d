/** For tests: one exchange of HTTP/2, collected. */
import type { Http2Connection } from '../connection.ts';
import type { Http2Error } from '../errors.ts';
import type { Http2Exchange } from '../exchange.ts';
import type { HeaderBlock } from '../header-block.ts';
import { printField, printRequestLine } from '../header-writer.ts';

export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: readonly Uint8Array[];
  /** Sent piece by piece after the head, each when there is room. */
  readonly upload?: readonly Uint8Array[];
  /** Grants nothing until this resolves. */
  readonly reads?: Promise<void>;
}

export interface Told {
  readonly status: number;
  readonly fields: readonly string[];
  readonly trailers: readonly string[] | undefined;
  readonly body: Buffer;
  readonly error: Http2Error | undefined;
}

export interface Asking {
  readonly told: Promise<Told>;
  readonly exchange: Http2Exchange;
  /** Bytes received so far. */
  received(): number;
}

export function ask(connection: Http2Connection, asked: Asked = {}): Asking {
  const { method = 'POST', path = '/', headers = {}, body = [], upload, reads } = asked;
  const line = printRequestLine({ method, scheme: 'http', path, authority: 'localhost' });
  const head = Object.entries(headers).reduce((text, [name, value]) => text + printField(name, value), line);
  const blocks: HeaderBlock[] = [];
  const pieces: Buffer[] = [];
  const left = [...(upload ?? [])];
  let received = 0;
  let isReading = reads === undefined;
  let tell: (told: Told) => void = () => undefined;
  const told = new Promise<Told>((resolve) => (tell = resolve));
  const send = (): void => {
    for (let piece = left.shift(); piece !== undefined; piece = left.shift()) {
      if (!exchange.write(piece, left.length === 0)) return;
    }
  };
  const exchange = connection.start({
    head,
    body,
    staysOpen: upload !== undefined,
    isHead: method === 'HEAD',
    onHeaders: (block) => void blocks.push(block),
    onData: (bytes) => {
      pieces.push(Buffer.from(bytes));
      received += bytes.length;
      if (isReading) exchange.grant(bytes.length);
    },
    onEnd: (error) => {
      const [first, last] = blocks;
      const { status = 0, fields = [] } = first ?? {};
      tell({ status, fields, trailers: last?.fields, body: Buffer.concat(pieces), error });
    },
    onRoom: () => setImmediate(send),
  });
  void reads?.then(() => {
    isReading = true;
    exchange.grant(received);
  });
  return { told, exchange, received: () => received };
}
