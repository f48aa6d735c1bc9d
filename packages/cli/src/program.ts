/** The program as a function: hands the process's streams and arguments to the command, and its exit code back. */
import { once } from 'node:events';

import { serveParent } from '@keelson/server';

import { run } from './run.ts';
import { exitCode } from './terminal.ts';

export { run, serveParent };

export async function runProgram(args: readonly string[]): Promise<void> {
  const output = { isLost: false };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that closed its end, such as `head`, is no failure of ours.
    if (output.isLost || error.code === 'EPIPE') return;
    output.isLost = true;
    process.exitCode = exitCode.failed;
    process.stderr.write(`keelson: the output cannot be written: ${error.message}\n`);
  });
  // There is nowhere left to report it. A full disk under the log is no reason to stop serving.
  process.stderr.on('error', () => undefined);
  if (process.pid === 1) endAtSignals();
  const code = await run(args, {
    stdin: process.stdin,
    writeOut: (output) => void process.stdout.write(output),
    streamOut: async (pieces) => {
      for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    },
    writeError: (text) => void process.stderr.write(text),
    env: process.env,
  });
  // Set and not exited with, so that output on its way to a pipe gets there.
  process.exitCode = output.isLost && code === exitCode.done ? exitCode.failed : code;
}

const signals = { SIGINT: 2, SIGTERM: 15 } as const;

/**
 * The first process of a container gets only those signals that it handles. Unless a command has a handler of its own,
 * this one ends the process, such as a server that waits for its store.
 */
function endAtSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    const end = (): void => {
      if (process.listeners(name).every((each) => each === end)) process.exit(128 + signals[name]);
    };
    process.on(name, end);
  }
}
