/** A port for what is started, ended and started again at one place. */
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: one of those may be taken while nobody listens at it. */
const [lowestPort, highestPort] = [15_000, 32_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
