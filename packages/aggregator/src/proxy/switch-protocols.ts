/** Connects a client with the other server in another protocol than HTTP, by the bytes alone. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import type { StreamedAnswer } from '@keelson/callouts';
import type { TakenConnection } from '@keelson/http';

/** Of a client to take in the answer of a server that does not switch. */
const refusalMs = 10_000;
const notSent = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** The answer goes to the client as it is: it is the other server's, and so is what follows. */
export function joinConnections(
  { socket, head }: TakenConnection,
  { status, rawHeaders }: StreamedAnswer,
  other: Duplex,
): void {
  // One that has closed before tells nobody of it any more.
  if (socket.destroyed || other.destroyed) {
    socket.destroy();
    other.destroy();
    return;
  }
  socket.write(printHead(status, rawHeaders, new Set()), 'latin1');
  if (head.length > 0) socket.unshift(head);
  carry(socket, other);
  carry(other, socket);
}

/** The connection ends after the answer, as the client may have begun to speak the other protocol. */
export function passRefusal({ socket }: TakenConnection, { status, rawHeaders, body, whole }: StreamedAnswer): void {
  const timer = setTimeout(() => socket.destroy(), refusalMs).unref();
  socket.once('close', () => {
    clearTimeout(timer);
    body?.destroy();
  });
  // Bytes that the client still sends concern nobody, but its end does.
  socket.resume();
  socket.write(`${printHead(status, rawHeaders, notSent).slice(0, -2)}Connection: close\r\n\r\n`, 'latin1');
  if (body === undefined) {
    if (whole !== undefined) socket.write(whole);
    socket.destroySoon();
    return;
  }
  body.on('error', () => socket.destroy()).on('end', () => socket.destroySoon());
  body.pipe(socket, { end: false });
}

function printHead(status: number, rawHeaders: readonly string[], without: ReadonlySet<string>): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!without.has(name.toLowerCase())) text += `${name}: ${rawHeaders[index + 1] ?? ''}\r\n`;
  }
  return `${text}\r\n`;
}

/** Of a side to take in what the other has said before its end. */
const handoverMs = 30_000;

/** When one side has ended, what it said is still handed over; then both are closed. */
function carry(from: Duplex, to: Duplex, limitMs = handoverMs): void {
  const finish = (): void => {
    if (to.destroyed || to.writableEnded) return;
    const timer = setTimeout(() => to.destroy(), limitMs).unref();
    to.once('close', () => clearTimeout(timer));
    to.end(() => to.destroy());
  };
  from.on('error', () => from.destroy()).once('end', finish);
  from.once('close', finish);
  to.once('close', () => from.destroy());
  from.pipe(to, { end: false });
}
