import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');

it.each(['CONTRIBUTING.md', 'docs/reading-order.md', 'docs/testing-with-keelson.md'])(
  'The folders and files that %s names are there',
  (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(/`((?:packages|scripts|docs)\/[^`<\s]*)/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);
