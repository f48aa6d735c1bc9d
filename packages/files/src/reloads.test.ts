import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createReloads, type Parsed, type Reloads } from './reloads.ts';

let folder = '';
let reloads: Reloads;
let logged: string[] = [];
/** While it waits for a file to settle. */
let settle = (): Promise<unknown> => Promise.resolve();
const metrics = createMetrics({ release: '1.24', logger: silentLogger });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-reloads-'));
  logged = [];
  settle = () => Promise.resolve();
  const error = (_message: string, fields: { readonly error?: unknown } = {}) => void logged.push(String(fields.error));
  const counted = createMetrics({ release: '1.24', logger: silentLogger });
  reloads = createReloads({
    logger: { ...silentLogger, error },
    metrics: counted,
    intervalMs: 10_000,
    settle: () => settle(),
  });
});
afterEach(async () => {
  reloads.close();
  await rm(folder, { recursive: true });
});

const numberOf = ([text = '']: readonly string[]): Parsed<number> =>
  /^\d+$/.test(text) ? { ok: true, value: Number(text) } : { ok: false, line: 1, message: 'that is no number' };

async function watch(path: string) {
  const seen: number[] = [];
  const sources = [{ flag: 'number-file', path }];
  const first = await reloads.watch({ sources, parse: numberOf, apply: (value) => void seen.push(value) });
  return { first, seen };
}

describe('a file that is watched', () => {
  it('is read anew when what is in it changes, and only then', async () => {
    const path = join(folder, 'a');
    await writeFile(path, '1');
    const { first, seen } = await watch(path);
    expect(first).toBe(1);
    await reloads.check();
    await writeFile(path, '1');
    await reloads.check();
    expect(seen).toEqual([]);
    await writeFile(path, '2');
    await reloads.check();
    await reloads.check();
    expect(seen).toEqual([2]);
    await writeFile(join(folder, 'b'), '3');
    await rename(join(folder, 'b'), path);
    await reloads.check();
    expect(seen).toEqual([2, 3]);
  });

  it('that is broken or gone changes nothing, and is told of once', async () => {
    const path = join(folder, 'a');
    await writeFile(path, '1');
    const { seen } = await watch(path);
    await writeFile(path, 'x');
    await reloads.check();
    await reloads.check();
    await rm(path);
    await reloads.check();
    expect(seen).toEqual([]);
    expect(logged).toEqual([
      `Error: --number-file ${path}: line 1: that is no number`,
      `Error: --number-file ${path}: there is no such file`,
    ]);
    await writeFile(path, '4');
    await reloads.check();
    expect(seen).toEqual([4]);
  });

  it('that is broken from the start stops it, with the flag, the file, the line and the reason', async () => {
    const path = join(folder, 'a');
    await writeFile(path, 'x');
    await expect(watch(path)).rejects.toThrow(`--number-file ${path}: line 1: that is no number`);
    await expect(watch(join(folder, 'none'))).rejects.toThrow('there is no such file');
  });

  it('is looked at by itself, again and again', async () => {
    const path = join(folder, 'a');
    await writeFile(path, '1');
    const often = createReloads({ logger: silentLogger, metrics, intervalMs: 5, settle: () => settle() });
    const next = new Promise<number>((resolve) => {
      void often.watch({ sources: [{ flag: 'f', path }], parse: numberOf, apply: resolve });
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    await writeFile(path, '2');
    expect(await next).toBe(2);
    often.close();
  });

  it('is not read while somebody writes to it', async () => {
    const path = join(folder, 'a');
    await writeFile(path, '1');
    const { seen } = await watch(path);
    await writeFile(path, '');
    for (const text of ['12', '123', '1234']) {
      settle = () => writeFile(path, text);
      await reloads.check();
    }
    expect([seen, logged]).toEqual([[], []]);
    settle = () => Promise.resolve();
    await reloads.check();
    expect(seen).toEqual([1234]);
  });

  it('that was emptied changes nothing until there is something in it again', async () => {
    const path = join(folder, 'a');
    await writeFile(path, '1');
    const { seen } = await watch(path);
    await writeFile(path, '');
    await reloads.check();
    expect([seen, logged]).toEqual([[], [`Error: --number-file ${path}: line 1: that is no number`]]);
    await writeFile(path, '2');
    await reloads.check();
    expect(seen).toEqual([2]);
  });

  it('whose content makes the reader or the receiver fail is told of, and looked at again', async () => {
    const path = join(folder, 'a');
    await writeFile(path, '1');
    const seen: number[] = [];
    const failing = (value: number): number => {
      if (value % 2 === 0) throw new Error(`not ${value}`);
      return value;
    };
    const parse = (texts: readonly string[]): Parsed<number> => {
      const read = numberOf(texts);
      return read.ok && read.value < 10 ? { ok: true, value: failing(read.value) } : read;
    };
    await reloads.watch({ sources: [{ flag: 'f', path }], parse, apply: (value) => void seen.push(failing(value)) });
    for (const text of ['2', '3', '20', '31']) {
      await writeFile(path, text);
      await reloads.check();
    }
    expect(seen).toEqual([3, 31]);
    expect(logged).toEqual([`Error: --f ${path}: not 2`, 'Error: not 20']);
  });

  it('with others that belong to it is read together with them', async () => {
    const sources = ['a', 'b'].map((name) => ({ flag: `${name}-file`, path: join(folder, name) }));
    for (const { path } of sources) await writeFile(path, '1');
    const seen: string[] = [];
    const parse = ([a = '', b = '']: readonly string[]): Parsed<string> =>
      a === b ? { ok: true, value: a } : { ok: false, at: 1, message: 'they do not fit' };
    await reloads.watch({ sources, parse, apply: (value) => void seen.push(value) });
    await writeFile(join(folder, 'a'), '2');
    await reloads.check();
    expect(logged).toEqual([`Error: --b-file ${join(folder, 'b')}: they do not fit`]);
    await writeFile(join(folder, 'b'), '2');
    await reloads.check();
    expect(seen).toEqual(['2']);
  });
});
