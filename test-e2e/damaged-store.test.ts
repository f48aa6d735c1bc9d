/** A store whose file is damaged ends the start with an exit code and words, and never with a signal. */
import { cp, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { configMaps } from './support/callers.ts';
import { useHomes } from './support/homes.ts';

const newHome = useHomes();

it('a server whose store was cut off says which file is damaged and what to do, and leaves it as it is', async () => {
  const home = await newHome();
  const first = await home.start();
  for (let index = 0; index < 20; index += 1) {
    const body = { metadata: { generateName: 'large-' }, data: { text: 'x'.repeat(50_000) } };
    expect((await first.ask(configMaps, { method: 'POST', body })).status).toBe(201);
  }
  first.process.kill('SIGTERM');
  await first.ended;
  const store = join(home.folder, 'data', 'store');
  const file = join(store, 'data.mdb');
  await cp(store, join(home.folder, 'copy'), { recursive: true });
  const { size } = await stat(file);
  for (const length of [0, 5_000, Math.floor(size / 3), size - 200_000]) {
    await truncate(file, length);
    await expect(home.start()).rejects.toThrow(`exit code 1: keelson serve: ${file} is damaged: `);
    await expect(home.start()).rejects.toThrow(`restore the directory ${store} from a copy, or move it away`);
    expect((await stat(file)).size).toBe(length);
    await cp(join(home.folder, 'copy'), store, { recursive: true });
  }
  const again = await home.start();
  expect((await again.ask(configMaps)).status).toBe(200);
});
