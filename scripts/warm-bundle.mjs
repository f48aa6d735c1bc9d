/** Starts a server out of the bundle, stops it once it is ready, and keeps the code that the engine has compiled. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { loadBundle } from '../packages/cli/dist/start/load-bundle.js';

const [, , folder = ''] = process.argv;
/** @type {import("../packages/cli/dist/start/load-bundle.js").Bundle<typeof import("../packages/cli/dist/program.js")>} */
const bundle = loadBundle(folder, 'keelson');
const dataDir = mkdtempSync(join(tmpdir(), 'keelson-warm-'));
try {
  const code = await bundle.exports.run(['serve', '--data-dir', dataDir, '--secure-port', '0'], {
    stdin: new PassThrough(),
    env: {},
    writeError: (/** @type {string} */ text) => void process.stderr.write(text),
    streamOut: () => Promise.resolve(),
    // It is ready.
    writeOut: () => void setTimeout(() => process.kill(process.pid, 'SIGTERM'), 50),
  });
  if (code !== 0) throw new Error(`the server ended with ${code}`);

  writeFileSync(join(folder, 'keelson.cache'), bundle.createCache());
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
