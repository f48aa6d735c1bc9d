/** The heap of a server after a collection. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { eventually } from './eventually.ts';
import type { Environment, Started } from './serve.ts';

/** From the build, as it is loaded into the server. */
const meter = join(import.meta.dirname, '..', 'dist', 'support', 'heap-meter.js');

/** The environment of a server whose heap is to be measured; `path` is of a file that is not there yet. */
export function heapMeter(path: string): Environment {
  return { NODE_OPTIONS: `--import=${pathToFileURL(meter).href}`, KEELSON_TEST_HEAP: path };
}

export async function heapMegabytes({ process }: Started, path: string): Promise<number> {
  await rm(path, { force: true });
  process.kill('SIGUSR2');
  let bytes = 0;
  await eventually(async () => {
    const { heapUsed, external } = JSON.parse(await readFile(path, 'utf8')) as Record<string, number>;
    bytes = (heapUsed ?? Number.NaN) + (external ?? Number.NaN);
  });
  return bytes / 1_048_576;
}
