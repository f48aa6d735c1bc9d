/** The one listening socket of a replica with several worker processes, which the supervisor holds. */
import { createServer, type AddressInfo, type Server } from 'node:net';

import { acceptQueueLength } from '../accept-queue.ts';
import { createHandOut, type HandOut } from './hand-out.ts';
import type { SupervisorMessage } from './messages.ts';

export interface FrontDoor {
  readonly handOut: HandOut;
  /** Listens at the first call. Resolves with the answer for the worker that asks. */
  open(bindAddress: string, port: number): Promise<SupervisorMessage>;
  /** New connections are refused. */
  close(): void;
}

export function createFrontDoor(): FrontDoor {
  const handOut = createHandOut();
  let server: Server | undefined;
  let opened: Promise<SupervisorMessage> | undefined;

  const listen = (bindAddress: string, port: number): Promise<SupervisorMessage> => {
    // Paused: the first bytes are for the worker to read.
    const made = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      handOut.offer(socket);
    });
    server = made;
    return new Promise((resolve) => {
      made.once('error', (error: NodeJS.ErrnoException) => {
        opened = undefined;
        resolve({ kind: 'listenFailed', code: error.code ?? '', message: error.message });
      });
      made.listen({ port, host: bindAddress, backlog: acceptQueueLength }, () => {
        const { address, port: actual } = made.address() as AddressInfo;
        resolve({ kind: 'listening', address, port: actual });
      });
    });
  };

  return {
    handOut,
    open: (bindAddress, port) => (opened ??= listen(bindAddress, port)),
    close: () => {
      server?.close();
      handOut.close();
    },
  };
}
