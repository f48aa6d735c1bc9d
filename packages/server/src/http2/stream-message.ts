/** A request over a stream of HTTP/2 as a message of Node's, which pages and frameworks expect. */
import { IncomingMessage } from 'node:http';

import type { StreamIncoming } from './stream-incoming.ts';

/** Its socket is that of the connection, which the message does not end. */
export function nodeMessageOf(incoming: StreamIncoming): IncomingMessage {
  const { method, url, headers, rawHeaders, connection } = incoming;
  const message = new IncomingMessage(connection.socket);
  Object.assign(message, { method, url, headers: { ...headers }, rawHeaders: [...rawHeaders] });
  Object.assign(message, { httpVersion: '2.0', httpVersionMajor: 2, httpVersionMinor: 0 });
  message.complete = incoming.isComplete();
  const reader = incoming.readPieces();
  const read = async (): Promise<void> => {
    const piece = await reader.next();
    if (piece.kind === 'bytes') message.push(piece.bytes);
    else if (piece.kind === 'aborted') message.destroy();
    else {
      message.complete = true;
      message.push(null);
    }
  };
  // Own properties: Express exchanges the prototype.
  message._read = () => {
    read().catch((error: unknown) => message.destroy(error instanceof Error ? error : undefined));
  };
  message._destroy = (error, done) => done(error);
  return message;
}
