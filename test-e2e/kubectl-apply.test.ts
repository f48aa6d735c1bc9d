/** Field ownership as people meet it: through kubectl, on kinds whose lists merge by keys. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { findOldestAndNewest, openSession } from './support/kubectl.ts';
import type { Session } from './support/kubectl.ts';
import { makeHome } from './support/serve.ts';
import type { Home } from './support/serve.ts';

let home: Home;
beforeAll(async () => {
  home = await makeHome();
  await home.start('--controllers=');
});
afterAll(() => home.remove());

const text = (object: unknown): string => JSON.stringify(object);
const configMap = (name: string, data: Readonly<Record<string, string>>, more: object = {}): string =>
  text({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...more }, data });

interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
}

const deployment = (name: string, containers: readonly Container[]): string =>
  text({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers } },
    },
  });

const service = (name: string, ports: readonly object[]): string =>
  text({ apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { selector: { app: name }, ports } });

interface ManagedFields {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly fieldsV1: unknown;
}

let count = 0;

describe.each(findOldestAndNewest().map((kubectl) => ({ ...kubectl, kubectl })))(
  'kubectl $version',
  ({ kubectl, version }) => {
    let session: Session;
    let name: string;
    beforeEach(() => {
      session = openSession(kubectl, home.kubeconfig, home.folder);
      name = `object-${String((count += 1))}`;
    });
    const isOld = version === '1.20';

    const apply = (input: string, ...args: string[]) => session.run(['apply', '-f', '-', ...args], { input });
    const serverSide = (input: string, manager: string, ...args: string[]) =>
      apply(input, '--server-side', `--field-manager=${manager}`, ...args);
    const read = async (resource: string, path: string): Promise<string> =>
      (await session.run(['get', resource, name, '-o', `jsonpath=${path}`])).out;

    async function ownersOf(resource: string): Promise<readonly ManagedFields[]> {
      const show = isOld ? [] : ['--show-managed-fields'];
      const { out } = await session.run(['get', resource, name, '-o', 'json', ...show]);
      return (JSON.parse(out) as { metadata: { managedFields: readonly ManagedFields[] } }).metadata.managedFields;
    }

    it('applies on the server, refuses to take what is another’s, and takes it by force', async () => {
      expect((await serverSide(configMap(name, { a: '1', b: '1' }), 'first')).out).toContain('serverside-applied');
      const input = configMap(name, { b: '2', c: '2' });
      const refused = await session.run(['apply', '-f', '-', '--server-side', '--field-manager=second'], {
        input,
        code: 1,
      });
      expect(refused.err).toContain('conflict with "first": .data.b');
      expect(refused.err).toContain('--force-conflicts');
      expect(await read('configmap', '{.data}')).toBe('{"a":"1","b":"1"}');
      await serverSide(input, 'second', '--force-conflicts');
      expect(await read('configmap', '{.data}')).toBe('{"a":"1","b":"2","c":"2"}');
      expect(await ownersOf('configmap')).toMatchObject([
        { manager: 'first', operation: 'Apply', fieldsV1: { 'f:data': { 'f:a': {} } } },
        { manager: 'second', operation: 'Apply', fieldsV1: { 'f:data': { 'f:b': {}, 'f:c': {} } } },
      ]);
      await serverSide(configMap(name, { c: '2' }), 'second');
      expect(await read('configmap', '{.data}')).toBe('{"a":"1","c":"2"}');
    });

    it('shows what a server-side apply would change, and changes nothing', async () => {
      await serverSide(configMap(name, { a: '1' }), 'kubectl');
      const changed = await session.run(['diff', '--server-side', '-f', '-'], {
        input: configMap(name, { a: '2' }),
        code: 1,
      });
      expect(changed.out).toMatch(/^-\s+a: "1"$/m);
      expect(changed.out).toMatch(/^\+\s+a: "2"$/m);
      expect(await read('configmap', '{.data.a}')).toBe('1');
      await session.run(['diff', '--server-side', '-f', '-'], { input: configMap(name, { a: '1' }) });
    });

    it('takes over from client-side apply without a conflict', async () => {
      await apply(configMap(name, { a: '1', b: '1' }));
      // The name by which this kubectl applied on the client is known as the one that hands over.
      await serverSide(configMap(name, { a: '2' }), 'kubectl', ...(isOld ? ['--force-conflicts'] : []));
      expect(await read('configmap', '{.data.a}')).toBe('2');
      if (!isOld) expect(await read('configmap', '{.data}')).toBe('{"a":"2"}');
    });

    it('applies on the client with a three-way merge: what others added stays, what is left out goes', async () => {
      const containers = [
        { name: 'one', image: 'one:1', env: [{ name: 'A', value: '1' }] },
        { name: 'two', image: 'two:1' },
      ];
      await apply(deployment(name, containers));
      const sidecar = { spec: { template: { spec: { containers: [{ name: 'sidecar', image: 'sidecar:1' }] } } } };
      await session.run(['patch', 'deployment', name, '-p', text(sidecar)]);
      await session.run(['scale', 'deployment', name, '--replicas=3']);
      const wanted = deployment(name, [{ name: 'one', image: 'one:2', env: [{ name: 'B', value: '2' }] }]);
      const { out } = await session.run(['diff', '-f', '-'], { input: wanted, code: 1 });
      expect(out).toContain('image: one:2');
      await apply(wanted);
      const images = await read('deployment', '{.spec.template.spec.containers[*].image}');
      expect(images.split(' ').sort()).toEqual(['one:2', 'sidecar:1']);
      const env = '{.spec.template.spec.containers[?(@.name=="one")].env[*].name}';
      expect(await read('deployment', env)).toBe('B');
      expect(await read('deployment', '{.spec.replicas}')).toBe('3');
      // kubectl asks once more for its order of the containers, which changes nothing.
      const resourceVersion = await read('deployment', '{.metadata.resourceVersion}');
      await apply(wanted);
      expect(await read('deployment', '{.metadata.resourceVersion}')).toBe(resourceVersion);
      expect((await session.run(['apply', 'view-last-applied', 'deployment', name])).out).toContain('image: one:2');
    });

    it('merges the ports of a service by their number', async () => {
      await apply(service(name, [{ name: 'http', port: 80 }]));
      await apply(
        service(name, [
          { name: 'http', port: 80, targetPort: 8080 },
          { name: 'https', port: 443 },
        ]),
      );
      expect(await read('service', '{.spec.ports[*].port}')).toBe('80 443');
      expect(await read('service', '{.spec.ports[0].targetPort}')).toBe('8080');
      await apply(service(name, [{ name: 'https', port: 443 }]));
      expect(await read('service', '{.spec.ports[*].name}')).toBe('https');
    });

    it('patches in all three ways', async () => {
      const one = { name: 'one', image: 'one:1' };
      await session.run(['create', '-f', '-'], { input: deployment(name, [one, { name: 'two', image: 'two:1' }]) });
      const patch = (type: string, body: unknown) =>
        session.run(['patch', 'deployment', name, '--type', type, '-p', text(body)]);
      const containers = (list: readonly object[]) => ({ spec: { template: { spec: { containers: list } } } });
      const images = '{.spec.template.spec.containers[*].image}';
      await patch('strategic', containers([{ name: 'two', image: 'two:2' }]));
      expect(await read('deployment', images)).toBe('one:1 two:2');
      await patch('strategic', containers([{ name: 'two', $patch: 'delete' }]));
      expect(await read('deployment', images)).toBe('one:1');
      await patch('json', [{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'one:3' }]);
      expect(await read('deployment', images)).toBe('one:3');
      await patch('merge', containers([{ name: 'three', image: 'three:1' }]));
      expect(await read('deployment', images)).toBe('three:1');
      if (!isOld) {
        await session.run([
          'patch',
          'deployment',
          name,
          '--subresource=status',
          '--type=merge',
          '-p',
          '{"status":{"replicas":1}}',
        ]);
        expect(await read('deployment', '{.status.replicas}')).toBe('1');
      }
    });

    it('edits, sets, restarts, labels and annotates', async () => {
      await session.run(['create', '-f', '-'], { input: deployment(name, [{ name: 'one', image: 'one:1' }]) });
      const editor = join(home.folder, `${name}.sh`);
      await writeFile(editor, '#!/bin/sh\nsed -i "s/image: one:1/image: one:2/" "$1"\n', { mode: 0o755 });
      await session.run(['edit', 'deployment', name], { env: { KUBE_EDITOR: editor } });
      const image = '{.spec.template.spec.containers[0].image}';
      expect(await read('deployment', image)).toBe('one:2');
      await session.run(['set', 'image', `deployment/${name}`, 'one=one:3']);
      expect(await read('deployment', image)).toBe('one:3');
      await session.run(['rollout', 'restart', `deployment/${name}`]);
      expect(await read('deployment', '{.spec.template.metadata.annotations}')).toContain('restartedAt');
      await session.run(['label', 'deployment', name, 'a=b']);
      await session.run(['annotate', 'deployment', name, 'c=d']);
      await session.run(['label', 'deployment', name, 'a-']);
      expect(await read('deployment', '{.metadata.annotations.c}')).toBe('d');
      expect(await read('deployment', '{.metadata.labels}')).toBe('');
      // Annotations count in the generation of a Deployment, as in 1.24.
      expect(Number(await read('deployment', '{.metadata.generation}'))).toBe(5);
    });

    it('names each writer by what wrote and how', async () => {
      await session.run(['create', '-f', '-'], { input: deployment(name, [{ name: 'one', image: 'one:1' }]) });
      await session.run(['label', 'deployment', name, 'a=b']);
      await session.run(['scale', 'deployment', name, '--replicas=2']);
      const owners = await ownersOf('deployment');
      const made = owners.find(({ manager }) => manager.startsWith('kubectl') && !manager.includes('label'));
      expect(made?.operation).toBe('Update');
      expect(owners.find(({ subresource }) => subresource === 'scale')).toMatchObject({
        operation: 'Update',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      });
    });

    it('sees the owners only where it asks for them', async () => {
      await session.run(['create', '-f', '-'], { input: configMap(name, { a: '1' }) });
      const { out } = await session.run(['get', 'configmap', name, '-o', 'yaml']);
      expect(out.includes('managedFields')).toBe(isOld);
      expect(await ownersOf('configmap')).toHaveLength(1);
    });

    it('says what is wrong with a field that does not exist', async () => {
      const input = text({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, dta: { a: '1' } });
      const refused = await session.run(['apply', '-f', '-', '--server-side', '--validate=false'], { input, code: 1 });
      expect(refused.err).toContain('.dta: field not declared in schema');
      const validated = await session.run(['apply', '-f', '-'], { input, code: 1 });
      expect(validated.err).toMatch(/unknown field "(?:ConfigMap\.)?dta"/);
    });
  },
);
