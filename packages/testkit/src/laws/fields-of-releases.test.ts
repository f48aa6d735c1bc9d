/** Fields and values of built-in kinds at releases that are emulated: later ones are unknown, and lost on no object. */
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

interface Property {
  readonly enum?: readonly string[];
  readonly items?: Property;
}

type Definitions = Record<string, { readonly properties?: Readonly<Record<string, Property | undefined>> }>;

describe('OpenAPI at a release', () => {
  const releases: readonly Release[] = ['1.15', '1.16', '1.19', '1.21', '1.22', '1.24', '1.26'];

  it.each(releases)(
    '%s has the fields that came with it or before, and no later ones [rule-1-fields]',
    async (release) => {
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
    },
  );
});

describe('The values of enumerations in OpenAPI', () => {
  /** The values of `definition.property`; every such property has some. */
  const valuesOf = (definitions: Definitions, definition: string, property: string): readonly string[] => {
    const found = definitions[`io.k8s.api.${definition}`]?.properties?.[property];
    return found?.enum ?? found?.items?.enum ?? [];
  };

  it.each([
    ['1.18', ['TCP', 'UDP'], ['ContainerResource']],
    ['1.19', ['SCTP', 'TCP', 'UDP'], ['ContainerResource']],
    ['1.20', ['SCTP', 'TCP', 'UDP'], []],
  ] as const)('at %s are those that came with it or before [rule-1-fields]', async (release, protocols, missing) => {
    const [v2, v3] = await emulate(release, async (keelson) => [
      (await keelson.ask('/openapi/v2')).body,
      (await keelson.ask('/openapi/v3/api/v1')).body,
    ]);
    const { definitions } = JSON.parse(v2) as { definitions: Definitions };
    const { components } = JSON.parse(v3) as { components: { schemas: Definitions } };
    for (const shown of [definitions, components.schemas]) {
      expect(valuesOf(shown, 'core.v1.ContainerPort', 'protocol')).toEqual(protocols);
    }
    const types = valuesOf(definitions, 'autoscaling.v2beta2.MetricSpec', 'type');
    const all = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'].filter((value) =>
      types.includes(value),
    );
    expect(types).toEqual(all);
    expect(missing.filter((value) => types.includes(value))).toEqual([]);
  });
});

describe('Definitions of custom resources at a release', () => {
  it('have the fields that came with it or before [rule-1-fields]', async () => {
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const rules = { type: 'object', 'x-kubernetes-validations': [{ rule: 'true' }] };
    const version = { name: 'v1', served: true, storage: true, deprecated: true, schema: { openAPIV3Schema: rules } };
    const body = {
      ...{
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'as.b.example' },
      },
      spec: { group: 'b.example', scope: 'Cluster', names: { kind: 'A', plural: 'as' }, versions: [version] },
    };
    const fieldsAt = async (release: Release) =>
      emulate(release, async (keelson) => {
        const made = await keelson.ask(`${path}?dryRun=All`, { method: 'POST', body });
        expect([made.status, made.body]).toEqual([201, made.body]);
        return ['"deprecated":true', 'x-kubernetes-validations'].map((text) => made.body.includes(text));
      });
    expect(await fieldsAt('1.18')).toEqual([false, false]);
    expect(await fieldsAt('1.22')).toEqual([true, false]);
    expect(await fieldsAt('1.23')).toEqual([true, true]);
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
  it('is dropped from new objects as an unknown one, and kept on those that have it [rule-1-fields]', async () => {
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

const services = '/api/v1/namespaces/default/services';

async function serve(keelson: Keelson, method: 'POST' | 'PUT', name: string, protocol: string) {
  const spec = { clusterIP: 'None', ports: [{ port: 80, protocol }] };
  const body = { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec };
  const answer = await keelson.ask(method === 'PUT' ? `${services}/${name}` : services, { method, body });
  return { status: answer.status, message: (JSON.parse(answer.body) as { message?: string }).message ?? '' };
}

describe('a value of a later release', () => {
  it('is refused in new objects, and kept on those that have it', async () => {
    await emulate('1.19', async (keelson) => {
      expect(await serve(keelson, 'POST', 'newer', 'SCTP')).toMatchObject({ status: 201 });
      expect(await serve(keelson, 'POST', 'plain', 'TCP')).toMatchObject({ status: 201 });
    });
    await emulate('1.18', async (keelson) => {
      const fault = 'spec.ports[0].protocol: Unsupported value: "SCTP": supported values: "TCP", "UDP"';
      const refused = await serve(keelson, 'POST', 'older', 'SCTP');
      expect(refused).toEqual({ status: 422, message: `Service "older" is invalid: ${fault}` });
      expect(await serve(keelson, 'PUT', 'plain', 'SCTP')).toMatchObject({ status: 422 });
      expect(await serve(keelson, 'PUT', 'newer', 'SCTP')).toMatchObject({ status: 200 });
    });
  });
});

describe('warnings of what is in an object', () => {
  it.each([
    ['1.21', undefined],
    ['1.22', '299 - "spec.volumes[0].gitRepo: deprecated in v1.11"'],
  ] as const)('at %s: %s', async (release, warning) => {
    const headers = await emulate(release, async (keelson) => {
      const volumes = [{ name: 'v', gitRepo: { repository: 'r' } }];
      const body = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }], volumes } };
      const path = '/api/v1/namespaces/default/pods?dryRun=All';
      await keelson.ask('/api/v1/namespaces/default/serviceaccounts', {
        method: 'POST',
        body: { metadata: { name: 'default' } },
      });
      const answer = await keelson.ask(path, { method: 'POST', body });
      expect([answer.status, answer.body]).toEqual([201, answer.body]);
      return answer.headers;
    });
    expect(headers['warning']).toEqual(warning);
  });
});
