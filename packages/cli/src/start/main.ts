/**
 * The start of the program: loads the bundle that `make build` has put beside this file, and runs it. Bundled by
 * itself and kept small, since nothing else runs before it.
 */
import type { runProgram } from '../program.ts';
import { loadBundle } from './load-bundle.ts';
import { nameSources } from './name-sources.ts';

const program = loadBundle<{ runProgram: typeof runProgram }>(__dirname, 'keelson');
nameSources(program.path);
program.exports.runProgram(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  // Handles that it left open would keep the process alive.
  process.exit(1);
});
