/** HAProxy out of Debian's package, with the configuration of deploy. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const unpacked = join(root, 'node_modules/.cache/keelson/haproxy');
const program = join(unpacked, 'usr/sbin/haproxy');
const libraries = ['x86_64', 'aarch64'].map((machine) => join(unpacked, `usr/lib/${machine}-linux-gnu`)).join(':');

/** Debian's package could be downloaded. */
export const hasBalancer = existsSync(program);

export interface Balancer {
  /** Ends it at once, as when its container is killed. */
  kill(): Promise<void>;
  /** Ends it as its public image is stopped: once it is idle. */
  stop(): Promise<void>;
  start(): void;
  printed(): string;
}

/** `environment`: what the configuration leaves open. */
export function startBalancer(environment: Readonly<Record<string, string>>): Balancer {
  let child: ChildProcess;
  let said = '';
  const end = async (signal: 'SIGKILL' | 'SIGUSR1'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const balancer: Balancer = {
    kill: () => end('SIGKILL'),
    stop: () => end('SIGUSR1'),
    start: () => {
      const env = { ...environment, LD_LIBRARY_PATH: libraries };
      const started = spawn(program, ['-db', '-f', join(root, 'deploy/haproxy.cfg')], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env,
      });
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000)));
      }
      child = started;
    },
    printed: () => said,
  };
  balancer.start();
  return balancer;
}
