/** The program as a function: hands the process's streams and arguments to the command, and its exit code back. */
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
  const code = await run(args, {
    stdin: process.stdin,
    writeOut: (output) => void process.stdout.write(output),
    writeError: (text) => void process.stderr.write(text),
    env: process.env,
  });
  // Set and not exited with, so that output on its way to a pipe gets there.
  process.exitCode = output.isLost && code === exitCode.done ? exitCode.failed : code;
}
