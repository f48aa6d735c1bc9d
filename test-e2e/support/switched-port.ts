/** A port that leads to one server at a time, as an address in front of several does. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SwitchedPort {
  readonly url: string;
  /** New connections lead there, and those that are open are closed. */
  lead(url: string): void;
  close(): Promise<void>;
}

export async function openSwitchedPort(first: string): Promise<SwitchedPort> {
  let target = new URL(first);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closeAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    lead: (url) => {
      target = new URL(url);
      closeAll();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      closeAll();
      await closed;
    },
  };
}
