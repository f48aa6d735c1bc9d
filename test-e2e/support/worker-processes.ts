/** The worker processes of a server, as the system lists them. */
import { readFile } from 'node:fs/promises';

/** Empty once the server has ended. */
export async function workerPidsOf({
  process: { pid },
}: {
  readonly process: { readonly pid?: number | undefined };
}): Promise<readonly number[]> {
  const path = `/proc/${String(pid)}/task/${String(pid)}/children`;
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split(' ')
    .filter((each) => each !== '')
    .map(Number);
}

/** Process 0 would be this one with all that it belongs to: a run of tests would end without a word. */
export function killProcess(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined || !(pid > 1)) throw new Error(`there is no process to kill: ${String(pid)}`);
  process.kill(pid, signal);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
