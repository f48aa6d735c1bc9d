/**
 * The start of the program: loads the bundle that `make build` has put beside this file, and runs it. Bundled by
 * itself and kept small, since nothing else runs before it; what names no command is answered without the bundle.
 */
import { answerWithoutCommand } from '../overview.ts';
import type { runProgram } from '../program.ts';
import { lowerHelperThreads } from './helper-threads.ts';
import { loadBundle } from './load-bundle.ts';
import { nameSources } from './name-sources.ts';

const args = process.argv.slice(2);
if (args[0] === 'serve') lowerHelperThreads();
const answer = answerWithoutCommand(args);
if (answer === undefined) {
  const program = loadBundle<{ runProgram: typeof runProgram }>(__dirname, 'keelson');
  nameSources(program.path);
  program.exports.runProgram(args).catch((error: unknown) => {
    console.error(error);
    // Handles that it left open would keep the process alive.
    process.exit(1);
  });
} else {
  // A reader that closed its end, such as `head`, is no failure of ours.
  process.stdout.on('error', () => undefined);
  process.stdout.write(answer);
}
