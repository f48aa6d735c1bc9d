/** Streams of connections of HTTP/2, used as if each were a connection: one request at a time. */
import { once } from 'node:events';
import { connect } from 'node:tls';

import { openConnection, printField, printRequestLine, type Http2Connection, type Http2Exchange } from '@keelson/http2';

import type { Connection, Ended, Place } from './connection.ts';

const streamWindow = 16 * 1024 * 1024;

interface Request {
  readonly head: string;
  readonly body: readonly Uint8Array[];
}

/** Of the same bytes the same: most requests are sent again and again. */
const read = new WeakMap<Uint8Array, Request>();

/** From the text of HTTP/1.1. */
function readRequest(bytes: Uint8Array): Request {
  const known = read.get(bytes);
  if (known !== undefined) return known;
  const [head = '', body = ''] = Buffer.from(bytes).toString('latin1').split('\r\n\r\n', 2);
  const [line = '', ...fields] = head.split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  let text = printRequestLine({ method, scheme: 'https', path, authority: 'bench' });
  for (const field of fields) {
    const colon = field.indexOf(': ');
    const name = field.slice(0, colon).toLowerCase();
    if (name !== 'host') text += printField(name, field.slice(colon + 2));
  }
  const request = { head: text, body: body === '' ? [] : [Buffer.from(body, 'latin1')] };
  read.set(bytes, request);
  return request;
}

/** Returns the function that opens one more: as a stream of the same connection, while that has fewer than `most`. */
export function openStreams(place: Place, most: number): () => Promise<Connection> {
  let shared = open(place);
  let current: Http2Connection | undefined;
  let users = 0;
  return async () => {
    // Many ask at once: nothing is waited for before the connection is chosen.
    if (users >= most || current?.isTaking() === false) {
      users = 0;
      shared = open(place);
    }
    users += 1;
    current = await shared;
    return streamOf(current);
  };
}

async function open({ host, port }: Place): Promise<Http2Connection> {
  const socket = connect({ host, port, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  await once(socket, 'secureConnect');
  socket.setNoDelay(true);
  return openConnection({ socket, streamWindow });
}

function streamOf(connection: Http2Connection): Connection {
  let following: Http2Exchange | undefined;
  const ask = (request: Uint8Array): Promise<Ended> =>
    new Promise((resolve, reject) => {
      let status = 0;
      let bytes = 0;
      const { head, body } = readRequest(request);
      // A spread of two fields costs as much as the rest of the object.
      const exchange = connection.start({
        head,
        body,
        onHeaders: (headers) => {
          if (headers.status !== 0) status = headers.status;
        },
        onData: (piece) => {
          bytes += piece.length;
          exchange.grant(piece.length);
        },
        onEnd: (error) => {
          if (error === undefined) resolve({ status, bytes });
          else reject(error);
        },
      });
    });
  const follow = (request: Uint8Array, onBytes: (chunk: Buffer) => void): Promise<number> =>
    new Promise((resolve, reject) => {
      const exchange = connection.start({
        ...readRequest(request),
        onHeaders: ({ status }) => resolve(status),
        onData: (piece) => {
          onBytes(piece);
          exchange.grant(piece.length);
        },
        onEnd: (error) => reject(error ?? new Error('the server ended the answer')),
      });
      following = exchange;
    });
  return {
    isClosed: () => !connection.isTaking(),
    ask,
    follow,
    close: () => {
      following?.cancel();
      // The last one closes it for all: nothing is asked any more.
      if (connection.load() === 0) connection.close();
    },
  };
}
