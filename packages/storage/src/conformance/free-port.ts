/** A port for what is started, ended and started again at one place. */
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: one of those may be taken while nobody listens at it. */
const [lowestPort, highestPort] = [15_000, 32_000];
/** Files of tests that run beside each other choose from different ones: a port is free until its server has started. */
const parts = 8;
const portsOfPart = Math.floor((highestPort - lowestPort) / parts);

const given = new Set<number>();

/** Not one that it gave a while ago: what that is for may not have started. */
export async function freePort(): Promise<number> {
  const part = Number(process.env['JEST_WORKER_ID'] ?? process.pid) % parts;
  if (given.size > portsOfPart / 2) given.clear();
  for (;;) {
    const port = lowestPort + part * portsOfPart + Math.floor(Math.random() * portsOfPart);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
