/** The program: hands the process's streams and arguments to the command, and its exit code back. */
import { run } from './run.ts';

// A reader that closed its end, such as `head`, is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Set and not exited with, so that what is still on its way to a pipe gets there.
process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  writeOut: (output) => void process.stdout.write(output),
  writeError: (text) => void process.stderr.write(text),
  env: process.env,
});
