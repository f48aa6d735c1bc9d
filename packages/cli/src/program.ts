/** The program as a function: hands the process's streams and arguments to the command, and its exit code back. */
import { serveParent } from '@keelson/server';

import { run } from './run.ts';

export { run, serveParent };

export async function runProgram(args: readonly string[]): Promise<void> {
  // A reader that closed its end, such as `head`, is no failure of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  // Set and not exited with, so that output on its way to a pipe gets there.
  process.exitCode = await run(args, {
    stdin: process.stdin,
    writeOut: (output) => void process.stdout.write(output),
    writeError: (text) => void process.stderr.write(text),
    env: process.env,
  });
}
