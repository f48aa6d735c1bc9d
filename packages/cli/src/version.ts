/** The version of this program, which is that of its package, and the sources that it was built from. */
import { readFileSync } from 'node:fs';

import type { ServerConfiguration } from '@keelson/server';

/** The bundler puts the value in its place. */
declare const __build: ServerConfiguration['build'];

const { version: found } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const version: string = found;
export const build = typeof __build === 'undefined' ? undefined : __build;
