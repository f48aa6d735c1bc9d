/**
 * Requests for another protocol that Node's server reads, since their head is long, or does not come alone. Node lets go of
 * the connection with them, so that it can be taken over as in the quick lane. Declined, such a request is answered as if it
 * had not asked.
 */
import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

import { connectionOf } from '../client-connection.ts';
import { detachResponse, isLast, tellOfDrains } from './answer-with-node.ts';

/** Such a request has no body, or next to none. */
const bodyBytes = 64 * 1024;
const bodyMs = 10_000;

export interface UpgradeParts {
  readonly server: Server | HttpsServer;
  /** Of a connection that Node's server does not know any more. */
  readonly onUpgrade: (socket: Socket) => void;
  /** Goes on with the connection, from these bytes on. */
  readonly handOver: (socket: Socket, bytes: Buffer) => void;
  /** Undefined if connections do not stay. */
  readonly keepAliveSeconds: () => number | undefined;
}

/** To be called after the listener that answers was added. */
export function answerUpgrades(parts: UpgradeParts): void {
  const { server, onUpgrade } = parts;
  server.on('upgrade', (message: IncomingMessage, duplex: Duplex, head: Buffer) => {
    const socket = duplex as Socket;
    onUpgrade(socket);
    const onError = (): unknown => socket.destroy();
    socket.on('error', onError);
    whenFree(socket, () => {
      const length = lengthOf(message);
      if (length === undefined) {
        refuse(socket, '411 Length Required');
      } else if (length > bodyBytes) {
        refuse(socket, '413 Payload Too Large');
      } else {
        takeIn(socket, head, length, (body, behind) => {
          const goOn = (): void => {
            socket.off('error', onError);
            parts.handOver(socket, behind);
          };
          answer(parts, { incoming: copyOf(message, body), socket, behind, goOn });
        });
      }
    });
  });
}

/** Answers of requests before it on the same connection come first. */
function whenFree(socket: Socket & { readonly _httpMessage?: ServerResponse | null }, proceed: () => void): void {
  if (socket.destroyed) return;
  const { _httpMessage: before } = socket;
  if (before === undefined || before === null) proceed();
  else before.once('finish', () => setImmediate(whenFree, socket, proceed));
}

/** Undefined for a body in chunks. */
function lengthOf({ headers }: IncomingMessage): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;
}

function refuse(socket: Socket, status: string): void {
  socket.resume();
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroySoon());
}

/** Calls `proceed` with the body and with what came behind it, unless the client leaves before or takes its time. */
function takeIn(socket: Socket, head: Buffer, length: number, proceed: (body: Buffer, behind: Buffer) => void): void {
  let came = head;
  const timer = setTimeout(() => socket.destroy(), bodyMs).unref();
  const look = (): void => {
    if (came.length < length) return;
    clearTimeout(timer);
    socket.off('data', onData).off('close', onClose).off('end', onClose).pause();
    proceed(came.subarray(0, length), came.subarray(length));
  };
  const onData = (bytes: Buffer): void => {
    came = Buffer.concat([came, bytes]);
    look();
  };
  const onClose = (): void => {
    clearTimeout(timer);
    socket.destroy();
  };
  socket.on('data', onData).on('close', onClose).on('end', onClose);
  look();
}

/** Node's own message has no body. */
function copyOf(message: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor } = message;
  const copy = new IncomingMessage(message.socket);
  Object.assign(copy, { method, url, httpVersion, httpVersionMajor, httpVersionMinor, ...fieldsOf(message) });
  copy.complete = true;
  if (body.length > 0) copy.push(body);
  copy.push(null);
  return copy;
}

type Fields = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

/** RFC 9110, section 7.8: an `Upgrade` of HTTP/1.0 has to be ignored, and the option of its connection with it. */
function fieldsOf({ httpVersion, headers, rawHeaders }: IncomingMessage): Fields {
  if (httpVersion !== '1.0') return { headers, rawHeaders };
  const { upgrade: _, connection = '', ...rest } = headers;
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [raw = '', value = ''] = rawHeaders.slice(index, index + 2);
    const name = raw.toLowerCase();
    if (name === 'connection') kept.push(raw, withoutUpgrade(value));
    else if (name !== 'upgrade') kept.push(raw, value);
  }
  return { headers: { ...rest, connection: withoutUpgrade(connection) }, rawHeaders: kept };
}

function withoutUpgrade(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => option.toLowerCase() !== 'upgrade').join(', ');
}

interface Upgrade {
  readonly incoming: IncomingMessage;
  readonly socket: Socket;
  /** The bytes that came after the request. */
  readonly behind: Buffer;
  /** Reads on, as if nothing had been. */
  readonly goOn: () => void;
}

function answer({ server, keepAliveSeconds }: UpgradeParts, { incoming, socket, behind, goOn }: Upgrade): void {
  const response = new ServerResponse(incoming);
  const seconds = staysOpen(incoming) ? keepAliveSeconds() : undefined;
  if (seconds === undefined) response.shouldKeepAlive = false;
  else response.setHeader('Keep-Alive', `timeout=${seconds}`);
  response.assignSocket(socket);
  const forgetDrains = tellOfDrains(response, socket);
  const connection = connectionOf(socket);
  const onEnd = (): unknown => !response.headersSent && socket.destroy();
  const release = (): void => {
    connection.holdBy(undefined);
    forgetDrains();
    socket.off('end', onEnd);
    detachResponse(incoming, response, socket);
  };
  response.once('finish', () => {
    release();
    if (isLast(response)) socket.resume().destroySoon();
    else if (socket.writableNeedDrain) socket.once('drain', goOn);
    else goOn();
  });
  connection.holdBy(() => {
    if (response.headersSent || response.destroyed) return undefined;
    response.statusCode = switching;
    Object.defineProperty(response, 'headersSent', { value: true });
    release();
    return behind;
  });
  socket.once('end', onEnd);
  server.emit('request', incoming, response);
}

const switching = 101;

/** As Node's parser decides it. */
function staysOpen({ headers, httpVersion }: IncomingMessage): boolean {
  const said = (headers.connection ?? '').toLowerCase().split(',');
  const says = (option: string): boolean => said.some((each) => each.trim() === option);
  return !says('close') && (httpVersion === '1.1' || says('keep-alive'));
}
