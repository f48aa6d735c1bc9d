import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');

it('The example of docs/testing-with-keelson.md passes, as another project would run it', async () => {
  const page = await readFile(join(root, 'docs/testing-with-keelson.md'), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  // Inside the repository, for its node_modules.
  const folder = await mkdtemp(join(root, 'node_modules/.cache/example-'));
  try {
    const path = join(folder, 'example.mjs');
    await writeFile(path, example);
    const { NODE_OPTIONS: _jest, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', path], { env });
    expect(stdout).toContain('# pass 3\n# fail 0\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});
