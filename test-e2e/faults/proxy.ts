/** A TCP proxy whose connections can be cut. It knows nothing of what passes. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Proxy {
  readonly port: number;
  /** Resets all connections, and new ones from now on. */
  cut(): void;
  mend(): void;
  /** Sends new connections to another port, and resets the open ones. */
  lead(targetPort: number): void;
  close(): void;
}

export async function startProxy(firstPort: number): Promise<Proxy> {
  let targetPort = firstPort;
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => {
      isCut = false;
    },
    lead: (port) => {
      targetPort = port;
      drop();
    },
    close: () => {
      drop();
      server.close();
    },
  };
}
