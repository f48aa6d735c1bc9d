/** The Python client: generated from the description of the API, so it minds every field. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from '@jest/globals';

import { makeHome } from './support/serve.ts';

const packages = join(
  import.meta.dirname,
  '../node_modules/.cache/keelson/python-client/usr/lib/python3/dist-packages',
);
const python = '/usr/bin/python3';
const script = join(import.meta.dirname, 'support/follow.py');

// Where Debian's packages cannot be had there is no Python client, and nothing to show with it.
const withPython = existsSync(packages) && existsSync(python) ? describe : describe.skip;

withPython('the Python client', () => {
  it('creates, lists in pages, watches, changes and scales', async () => {
    const home = await makeHome();
    try {
      await home.start();
      const env = { PATH: process.env['PATH'], PYTHONPATH: packages, HOME: home.folder };
      const ran = await promisify(execFile)(python, [script, home.kubeconfig], { env, timeout: 150_000 });
      expect(JSON.parse(ran.stdout)).toEqual({
        pages: [['python-0', 'python-1', 'python-2'], ['python-3', 'python-4', 'python-5'], ['python-6']],
        odd: ['python-1', 'python-3', 'python-5'],
        events: [
          ['MODIFIED', 'python-0', 'zero'],
          ['DELETED', 'python-1', '1'],
        ],
        deployment: [1, 'TCP', 3],
        refused: [404, 'NotFound'],
      });
    } finally {
      await home.remove();
    }
  });
});
