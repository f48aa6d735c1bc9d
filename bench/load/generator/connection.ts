/**
 * One connection to a server, kept open: requests go out as bytes that were made before,
 * and of an answer only what is measured is looked at. Far cheaper than a client library,
 * so that the load is not what is measured.
 */
import type { OnReadOpts } from 'node:net';
import { connect } from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';

export interface Place {
  readonly host: string;
  readonly port: number;
}

export interface Ended {
  readonly status: number;
  readonly bytes: number;
}

export interface Connection {
  /** Servers close connections on which nothing is asked for some time. */
  isClosed(): boolean;
  /** One at a time. Rejects if the connection ends before the answer does. */
  ask(request: Uint8Array): Promise<Ended>;
  /**
   * Sends a request whose answer does not end, and hands over what comes of it. It must not be kept: it is overwritten.
   * Returns the status.
   */
  follow(request: Uint8Array, onBytes: (chunk: Buffer) => void): Promise<number>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');

/** How an answer ends: after so many bytes, or with the last chunk. */
type Framing = { readonly length: number } | 'chunks';

interface Answering {
  framing: Framing | undefined;
  status: number;
  bytes: number;
  /** Of the answer, while its head is not whole. */
  head: Buffer;
  /** The last bytes that came, in which the end of the chunks is looked for. */
  tail: string;
  readonly resolve: (ended: Ended) => void;
  readonly reject: (error: Error) => void;
}

/** What has come, on whichever connection: it is looked at before anything else can come. A buffer for each time it does would cost a fifth of the load. */
const inbox = Buffer.alloc(64 * 1024);

export async function openConnection({ host, port }: Place): Promise<Connection> {
  let take: (chunk: Buffer) => void = () => undefined;
  const onread: OnReadOpts = {
    buffer: inbox,
    callback: (length) => {
      take(inbox.subarray(0, length));
      return true;
    },
  };
  const options: ConnectionOptions & { onread: OnReadOpts } = {
    host,
    port,
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    onread,
  };
  const socket = connect(options);
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server closed the connection during the handshake')));
  });
  socket.setNoDelay(true);
  return useSocket(socket, (onChunk) => (take = onChunk));
}

function useSocket(socket: TLSSocket, onChunk: (take: (chunk: Buffer) => void) => void): Connection {
  let answering: Answering | undefined;
  const fail = (error: Error): void => {
    answering?.reject(error);
    answering = undefined;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  onChunk((chunk) => {
    if (answering === undefined || !take(answering, chunk)) return;
    const { resolve, status, bytes } = answering;
    answering = undefined;
    resolve({ status, bytes });
  });
  return {
    isClosed: () => socket.destroyed,
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection is closed'));
        answering = { framing: undefined, status: 0, bytes: 0, head: empty, tail: '', resolve, reject };
        socket.write(request);
      }),
    follow: (request, onBytes) =>
      new Promise((resolve, reject) => {
        socket.once('error', reject);
        socket.once('close', () => reject(new Error('the server closed the connection')));
        let status = 0;
        onChunk((chunk) => {
          if (status === 0) status = Number(chunk.toString('latin1', 9, 12));
          onBytes(chunk);
          resolve(status);
        });
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

const empty = Buffer.alloc(0);

/** Whether the answer is whole. */
function take(answering: Answering, chunk: Buffer): boolean {
  let body = chunk;
  if (answering.framing === undefined) {
    const whole = answering.head.length === 0 ? chunk : Buffer.concat([answering.head, chunk]);
    const end = whole.indexOf(headEnd);
    if (end < 0) {
      answering.head = Buffer.from(whole);
      return false;
    }
    readHead(answering, whole.toString('latin1', 0, end));
    body = whole.subarray(end + headEnd.length);
  }
  answering.bytes += body.length;
  if (answering.framing !== 'chunks') return answering.bytes >= (answering.framing?.length ?? 0);
  answering.tail = (answering.tail + body.toString('latin1', Math.max(0, body.length - lastChunk.length))).slice(
    -lastChunk.length,
  );
  return answering.tail === lastChunk;
}

const lastChunk = '\r\n0\r\n\r\n';

const lengthName = '\r\nContent-Length: ';

/** In the letters that servers use, or any: to look for these costs half as much as to look for all. */
function readHead(answering: Answering, head: string): void {
  answering.status = Number(head.slice(9, 12));
  const at = head.indexOf(lengthName);
  const length =
    at < 0 ? /\r\ncontent-length: *(\d+)/i.exec(head)?.[1] : Number.parseInt(head.slice(at + lengthName.length), 10);
  answering.framing = length === undefined ? 'chunks' : { length: Number(length) };
  if (length === undefined && !/\r\ntransfer-encoding: *chunked/i.test(head)) answering.framing = { length: 0 };
}
