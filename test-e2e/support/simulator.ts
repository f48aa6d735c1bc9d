/** `keelson simulate-nodes` as a process of its own, beside a server of the same home. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Home } from './serve.ts';

const program = join(import.meta.dirname, '..', '..', 'bin', 'keelson');

export interface Simulator {
  /** Resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** Resolves once it runs. */
export async function startSimulator({ kubeconfig }: Home, ...flags: readonly string[]): Promise<Simulator> {
  const args = [program, 'simulate-nodes', `--kubeconfig=${kubeconfig}`, ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await Promise.race([once(child.stdout, 'data'), ended]);
  return {
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
