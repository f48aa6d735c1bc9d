/** Fields of built-in kinds at releases that are emulated: those of later releases are unknown, and lost on no object. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { fieldRows } from '@keelson/api';
import { isLater, type Release } from '@keelson/schema';

import { startKeelson, type Keelson } from '../server/start-keelson.ts';

const folder = await mkdtemp(join(tmpdir(), 'keelson-fields-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Over the same store each time, one after the other. */
async function emulate<T>(release: Release, act: (keelson: Keelson) => Promise<T>): Promise<T> {
  const gates = '--feature-gates=AllAlpha=true,AllBeta=true';
  const keelson = await startKeelson({ folder, flags: [`--emulated-version=${release}`, gates] });
  try {
    return await act(keelson);
  } finally {
    await keelson.stop();
  }
}

type Definitions = Record<string, { readonly properties?: object }>;

describe('OpenAPI at a release', () => {
  const releases: readonly Release[] = ['1.15', '1.16', '1.19', '1.21', '1.22', '1.24', '1.26'];

  it.each(releases)('%s has the fields that came with it or before, and no later ones', async (release) => {
    const text = await emulate(release, async (keelson) => (await keelson.ask('/openapi/v2')).body);
    const { definitions } = JSON.parse(text) as { definitions: Definitions };
    let compared = 0;
    const wrong = fieldRows.flatMap(({ introduced, group, message, fields }) => {
      const named = Object.entries(definitions).filter(([name]) => {
        return name.endsWith(`.${message}`) && name.split('.').includes(group);
      });
      // Parts that a message takes over are in the definitions of those that have them.
      return named.flatMap(([name, { properties = {} }]) =>
        fields.flatMap((field) => {
          compared += 1;
          const isThere = field in properties;
          const isKnown = !isLater(introduced, release);
          return isThere && !isKnown ? [`${name}.${field}`] : [];
        }),
      );
    });
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(30);
    const { properties = {} } = definitions['io.k8s.api.apps.v1.StatefulSetSpec'] ?? {};
    if (release !== '1.15') expect('minReadySeconds' in properties).toBe(!isLater('1.22', release));
  });
});

const sets = '/apis/apps/v1/namespaces/default/statefulsets';

function setOf(name: string): object {
  const labels = { a: 'b' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const spec = { serviceName: 's', minReadySeconds: 5, selector: { matchLabels: labels }, template };
  return { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name }, spec };
}

async function send(keelson: Keelson, method: 'POST' | 'PUT', name: string, query = '') {
  const path = method === 'PUT' ? `${sets}/${name}` : sets;
  const { status, body, headers } = await keelson.ask(`${path}${query}`, { method, body: setOf(name) });
  const { spec = {}, message = '' } = JSON.parse(body) as { spec?: { minReadySeconds?: number }; message?: string };
  return { status, message, kept: spec.minReadySeconds, warning: String(headers['warning'] ?? '') };
}

describe('a field of a later release', () => {
  it('is dropped from new objects as an unknown one, and kept on those that have it', async () => {
    await emulate('1.22', async (keelson) => {
      expect(await send(keelson, 'POST', 'newer')).toMatchObject({ status: 201, kept: 5, warning: '' });
    });
    await emulate('1.21', async (keelson) => {
      expect(await send(keelson, 'POST', 'older')).toMatchObject({ status: 201, kept: undefined, warning: '' });
      const warned = await send(keelson, 'POST', 'warned', '?fieldValidation=Warn');
      expect(warned).toMatchObject({ status: 201, kept: undefined });
      expect(warned.warning).toContain(String.raw`unknown field \"spec.minReadySeconds\"`);
      const strict = await send(keelson, 'POST', 'strict', '?fieldValidation=Strict');
      expect(strict.status).toBe(400);
      expect(strict.message).toContain('strict decoding error: unknown field "spec.minReadySeconds"');
      expect(await send(keelson, 'PUT', 'newer')).toMatchObject({ status: 200, kept: 5 });
    });
  });

  it('has no default either', async () => {
    const made = await emulate('1.20', async (keelson) => {
      const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };
      return (await keelson.ask('/api/v1/namespaces/default/services', { method: 'POST', body })).body;
    });
    const { spec } = JSON.parse(made) as { spec: object };
    expect('internalTrafficPolicy' in spec).toBe(false);
    expect('ipFamilyPolicy' in spec || 'sessionAffinity' in spec).toBe(true);
  });
});
