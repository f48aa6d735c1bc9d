/** The worker processes of a server, as the system lists them. */
import { readFile } from 'node:fs/promises';

import type { Started } from './serve.ts';

/** Empty once the server has ended. */
export async function workerPidsOf({ process: { pid } }: Pick<Started, 'process'>): Promise<readonly number[]> {
  const path = `/proc/${String(pid)}/task/${String(pid)}/children`;
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split(' ')
    .filter((each) => each !== '')
    .map(Number);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
