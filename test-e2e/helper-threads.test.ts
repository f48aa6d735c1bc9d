/** The threads that collect garbage and compile give way to the one that serves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { program } from './support/serve.ts';

// Linux alone has a priority for each thread.
const onLinux = process.platform === 'linux' ? it : it.skip;

/** Of each thread of a process, the first one first. */
async function priorities(pid: number): Promise<readonly number[]> {
  const folder = `/proc/${String(pid)}/task`;
  const threads = (await readdir(folder)).map(Number).sort((one, other) => one - other);
  return Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`${folder}/${String(thread)}/stat`, 'utf8');
      // Behind the name, which may hold anything, come the state and fifteen numbers.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    }),
  );
}

onLinux('a server has threads that serve, read files and encrypt, and helpers at a lower priority', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-threads-'));
  // Without what other tests load into it, which has threads of its own.
  const server = spawn(process.execPath, [program, 'serve', '--data-dir', folder, '--secure-port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    await once(server.stdout, 'data');
    const [main = Number.NaN, ...others] = await priorities(server.pid ?? 0);
    const [own = Number.NaN] = await priorities(process.pid);
    expect(main).toBe(own);
    const lowered = others.filter((each) => each > main);
    expect(lowered.length).toBeGreaterThanOrEqual(4);
    expect(others.length).toBeGreaterThan(lowered.length);
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
});
