/** `keelson migrate` against a server, with objects that a webhook converts. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { makeAuthority, type Authority } from '@keelson/callouts/testing';

import {
  gauge,
  gaugePath,
  gauges,
  group,
  serveConversions,
  type ConversionWebhook,
} from './support/conversion-webhook.ts';
import { eventually } from './support/eventually.ts';
import { makeHome, type Home, type Started } from './support/serve.ts';

const program = join(import.meta.dirname, '..', 'bin', 'keelson');
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const definition = `${definitions}/gauges.${group}`;

let home: Home;
let server: Started;
let authority: Authority;
let webhook: ConversionWebhook;

beforeAll(async () => {
  authority = makeAuthority();
  webhook = await serveConversions(authority);
  home = await makeHome();
  server = await home.start();
  await server.ask(definitions, { method: 'POST', body: gauges('v1', webhook, authority) });
  await eventually(async () => expect((await server.ask(gaugePath('v2'))).status).toBe(200));
});
afterAll(async () => {
  await home.remove();
  webhook.close();
  authority.close();
});

interface Definition {
  readonly spec: { readonly versions: readonly { readonly name: string; readonly storage: boolean }[] };
  readonly status: { readonly storedVersions: readonly string[] };
}

async function read<T>(path: string): Promise<T> {
  return JSON.parse((await server.ask(path)).body) as T;
}

async function storedVersions(): Promise<readonly string[]> {
  return (await read<Definition>(definition)).status.storedVersions;
}

/** Makes v2 the storage version. */
async function switchStorage(): Promise<void> {
  const { spec } = await read<Definition>(definition);
  const versions = spec.versions.map((version) => ({ ...version, storage: version.name === 'v2' }));
  const answer = await server.ask(definition, {
    method: 'PATCH',
    body: JSON.stringify({ spec: { versions } }),
    headers: { 'Content-Type': 'application/merge-patch+json' },
  });
  expect(answer.status).toBe(200);
  expect(await storedVersions()).toEqual(['v1', 'v2']);
}

function migrate(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const all = ['migrate', `gauges.${group}`, '--kubeconfig', home.kubeconfig, ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...all], { cwd: home.folder }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

describe('keelson migrate', () => {
  const count = 550;

  it('stores all objects in the storage version, and trims the versions of the definition', async () => {
    const left = Array.from({ length: count }, (_, index) => index).values();
    const work = async (): Promise<void> => {
      for (const index of left) {
        const body = gauge('v1', `g${String(index).padStart(4, '0')}`, { size: index });
        expect((await server.ask(gaugePath('v1'), { method: 'POST', body })).status).toBe(201);
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
    await switchStorage();
    webhook.manner = 'garbage';
    const failed = await migrate('--chunk-size', '250');
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('conversion webhook for') });
    expect(await storedVersions()).toEqual(['v1', 'v2']);

    webhook.manner = 'convert';
    expect(await migrate('--chunk-size', '250')).toEqual({
      code: 0,
      out: `gauges.${group}: ${count} objects are migrated\n`,
      err: [
        `gauges.${group}: 250 of ${count}`,
        `gauges.${group}: 500 of ${count}`,
        `gauges.${group}: nothing is stored as v1 any more`,
        '',
      ].join('\n'),
    });
    expect(existsSync(join(home.folder, `keelson-migrate-gauges.${group}.json`))).toBe(false);
    expect(await storedVersions()).toEqual(['v2']);

    // Reads in the storage version ask the webhook for nothing any more.
    webhook.calls.length = 0;
    webhook.manner = 'garbage';
    const { items } = await read<{ items: readonly { spec: object }[] }>(gaugePath('v2'));
    expect(items.map(({ spec }) => spec)).toEqual(Array.from({ length: count }, (_, index) => ({ amount: index })));
    expect(webhook.calls).toEqual([]);

    // A second time, there is nothing to do.
    const before = await read<{ metadata: { resourceVersion: string } }>(gaugePath('v2', 'g0000'));
    expect(await migrate()).toMatchObject({ code: 0, out: `gauges.${group}: ${count} objects are migrated\n` });
    expect(await read(gaugePath('v2', 'g0000'))).toEqual(before);
  });
});
