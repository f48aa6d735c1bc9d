/** Bytes over TLS as they are, for what no HTTP library would send. */
import { connect } from 'node:tls';

export interface Raw {
  write(bytes: string | Uint8Array): void;
  /** All that came, once it ends as said. Rejects if the connection closes before. */
  until(end: RegExp): Promise<string>;
  /** All that came, once the server has closed the connection. */
  readonly closed: Promise<string>;
  close(): void;
}

export function openRaw(url: string, { reads = true } = {}): Raw {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  let came = '';
  if (reads) socket.on('data', (chunk: Buffer) => (came += chunk.toString()));
  // The server may hang up while this side still writes.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(came)));
  return {
    write: (bytes) => socket.write(bytes),
    until: (end) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (end.test(came)) resolve(came);
        };
        look();
        socket.on('data', look);
        closed.then(() => reject(new Error(`the connection has closed after ${JSON.stringify(came)}`)), reject);
      }),
    closed,
    close: () => socket.destroy(),
  };
}
