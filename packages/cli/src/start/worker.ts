/** The start of a worker thread: loads the same bundle as the program, with the code that is compiled already. */
import { dirname } from 'node:path';

import type { serveParent } from '../program.ts';
import { loadBundle } from './load-bundle.ts';
import { nameSources } from './name-sources.ts';

// The worker looks for its entry in a folder beside the bundle.
const program = loadBundle<{ serveParent: typeof serveParent }>(dirname(__dirname), 'keelson');
nameSources(program.path);
program.exports.serveParent();
