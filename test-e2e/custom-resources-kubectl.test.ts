/** Custom resources as their users meet them: kubectl, old and new, on definitions of the shapes that are common. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { certificate, certificates } from './support/definitions/certificate.ts';
import { monitor, monitors } from './support/definitions/monitor.ts';
import { route, routes } from './support/definitions/route.ts';
import { findOldestAndNewest, openSession } from './support/kubectl.ts';
import type { Session } from './support/kubectl.ts';
import { makeHome } from './support/serve.ts';
import type { Home } from './support/serve.ts';

const text = (object: unknown): string => JSON.stringify(object);

let home: Home;
beforeAll(async () => {
  home = await makeHome();
  await home.start();
});
afterAll(() => home.remove());

describe.each(findOldestAndNewest().map((kubectl) => ({ ...kubectl, kubectl })))(
  'kubectl $version on custom resources',
  ({ kubectl, version }) => {
    let session: Session;
    const isOld = version === '1.20';

    const run = async (...args: string[]): Promise<string> => (await session.run(args)).out;
    const send = async (verb: string, object: object, ...args: string[]): Promise<string> =>
      (await session.run([verb, '-f', '-', ...args], { input: text(object) })).out;
    const refused = async (args: readonly string[], object?: object): Promise<string> =>
      (await session.run(args, { code: 1, ...(object && { input: text(object) }) })).err;
    const established = (name: string): Promise<string> =>
      run('wait', '--for', 'condition=established', `crd/${name}`, '--timeout=20s');
    const rows = async (...args: string[]): Promise<string[][]> =>
      (await run(...args))
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/\s{2,}/));

    beforeAll(() => {
      session = openSession(kubectl, home.kubeconfig, home.folder);
    });

    describe('of certificates', () => {
      const { name: crd } = certificates.metadata;
      beforeAll(async () => {
        await send('apply', certificates);
        await established(crd);
      });
      afterAll(() => run('delete', 'crd', crd));

      it('replaces the definition, and applies it again without a change', async () => {
        expect(await send('apply', certificates)).toContain('unchanged');
        const read = JSON.parse(await run('get', 'crd', crd, '-o', 'json')) as typeof certificates;
        expect(await send('replace', read)).toContain('replaced');
        expect(await run('get', 'crd', crd)).toContain(crd);
      });

      it('prints columns from conditions', async () => {
        await send('create', certificate('columns'));
        const conditions = [
          { type: 'Issuing', status: 'False', message: 'no' },
          { type: 'Ready', status: 'True', message: 'issued' },
        ];
        const patch = text({ status: { conditions } });
        if (isOld) {
          const [, row] = await rows('get', 'certs', '-o', 'wide');
          expect(row?.slice(0, 2)).toEqual(['columns', 'columns-tls'].map((cell) => expect.stringContaining(cell)));
        } else {
          await run('patch', 'cert', 'columns', '--subresource=status', '--type=merge', '-p', patch);
          expect(await rows('get', 'certificate', 'columns')).toEqual([
            ['NAME', 'READY', 'SECRET', 'AGE'],
            ['columns', 'True', 'columns-tls', expect.stringMatching(/^\d+s$/)],
          ]);
          expect(await rows('get', 'certs', '-o', 'wide')).toEqual([
            ['NAME', 'READY', 'SECRET', 'ISSUER', 'STATUS', 'AGE'],
            ['columns', 'True', 'columns-tls', 'root', 'issued', expect.stringMatching(/^\d+s$/)],
          ]);
        }
        expect(await run('describe', 'cert', 'columns')).toContain('Secret Name:  columns-tls');
        await run('delete', 'cert', 'columns');
      });

      it('explains the schema', async () => {
        expect(await run('explain', 'certificate.spec.issuerRef')).toMatch(/The issuer that signs/);
        const all = await run('explain', 'certificate', '--recursive');
        for (const field of ['passwordSecretRef', 'lastTransitionTime', 'rotationPolicy']) expect(all).toContain(field);
      });

      it('applies, shows differences, patches and edits', async () => {
        await send('apply', certificate('one'));
        const changed = certificate('one', { dnsNames: ['a.example.com', 'b.example.com'] });
        const { out } = await session.run(['diff', '-f', '-'], { input: text(changed), code: 1 });
        expect(out).toContain('+  - b.example.com');
        expect(await send('apply', changed)).toContain('configured');
        expect(await send('apply', changed)).toContain('unchanged');
        await run('patch', 'cert', 'one', '--type=merge', '-p', text({ spec: { isCA: true } }));
        const test = [{ op: 'test', path: '/spec/isCA', value: false }];
        const add = [{ op: 'add', path: '/spec/commonName', value: 'c' }];
        expect(await refused(['patch', 'cert', 'one', '--type=json', '-p', text(test)])).toContain('is invalid');
        await run('patch', 'cert', 'one', '--type=json', '-p', text(add));
        expect(await run('get', 'cert', 'one', '-o', 'jsonpath={.spec.isCA} {.spec.commonName}')).toBe('true c');
        const strategic = await refused(['patch', 'cert', 'one', '-p', text({ spec: { isCA: false } })]);
        expect(strategic).toContain(
          'the body of the request was in an unknown format - accepted media types include: ',
        );
        await run('label', 'cert', 'one', 'tier=front');
        expect(await run('get', 'certs', '-l', 'tier=front', '-o', 'name')).toBe('certificate.certs.example.com/one\n');
        expect(await run('get', 'certs', '--field-selector', 'metadata.name=one', '-o', 'name')).toContain('/one');
        expect(await refused(['get', 'certs', '--field-selector', 'spec.isCA=true'])).toContain('not supported');
        await run('delete', 'cert', 'one');
      });

      it('refuses what the schema refuses, with every path', async () => {
        const wrong = certificate('wrong', { issuerRef: {}, privateKey: { algorithm: 'DSA', size: 1 }, isCA: 'yes' });
        const said = await refused(['create', '--validate=false', '-f', '-'], wrong);
        expect(said).toContain('The Certificate "wrong" is invalid');
        expect(said).toContain('spec.issuerRef.name: Required value');
        expect(said).toContain('spec.privateKey.algorithm: Unsupported value: "DSA"');
        expect(said).toContain('spec.isCA: Invalid value: "string"');
        expect(said).toContain('spec.privateKey.size: Invalid value: 1');
      });

      it('refuses unknown fields when asked to, and drops them otherwise', async () => {
        const odd = certificate('odd', { colour: 'red' });
        const strict = isOld ? '--validate=true' : '--validate=strict';
        expect(await refused(['create', strict, '-f', '-'], odd)).toMatch(/unknown field "(spec\.)?colour"/);
        await send('create', odd, '--validate=false');
        expect(await run('get', 'cert', 'odd', '-o', 'json')).not.toContain('colour');
        await run('delete', 'cert', 'odd');
      });

      it('stores nothing of a dry run', async () => {
        expect(await send('create', certificate('dry'), '--dry-run=server')).toContain('created (server dry run)');
        expect(await refused(['get', 'cert', 'dry'])).toContain('NotFound');
      });

      it('warns of deprecated versions', async () => {
        await send('create', certificate('warned'));
        const { err } = await session.run(['get', 'certificates.v1beta1.certs.example.com', 'warned']);
        expect(err).toBe(
          'Warning: certs.example.com/v1beta1 Certificate is deprecated; use certs.example.com/v1 Certificate\n',
        );
        const own = await session.run(['get', 'certificates.v1alpha1.certs.example.com', 'warned', '-o', 'yaml']);
        expect(own.err).toBe('Warning: certificates of v1alpha1 are going\n');
        expect(own.out).toContain('apiVersion: certs.example.com/v1alpha1');
        await run('delete', 'cert', 'warned');
      });

      it('shows them among all, and by their own category', async () => {
        await send('create', certificate('listed'));
        expect(await run('get', 'all')).toContain('certificate.certs.example.com/listed');
        expect(await run('get', 'pki', '-o', 'name')).toBe('certificate.certs.example.com/listed\n');
        expect(await rows('api-resources', '--api-group=certs.example.com')).toContainEqual(
          expect.arrayContaining(['certificates', 'cert,certs']),
        );
        await run('delete', 'pki', '--all');
      });
    });

    describe('of monitors', () => {
      const { name: crd } = monitors.metadata;
      beforeAll(async () => {
        await send('create', monitors);
        await established(crd);
      });
      afterAll(() => run('delete', 'crd', crd));

      it('cannot note a definition of this size in an annotation, and applies it on the server', async () => {
        expect(text(monitors).length).toBeGreaterThan(300_000);
        expect(await refused(['apply', '-f', '-'], monitors)).toContain('Too long: must have at most 262144 bytes');
        const args = ['--server-side', '--force-conflicts', '--field-manager=gitops'];
        expect(await send('apply', monitors, ...args)).toContain('serverside-applied');
        const { spec } = JSON.parse(await run('get', 'crd', crd, '-o', 'json')) as typeof monitors;
        expect(spec.versions[0]?.schema).toEqual(monitors.spec.versions[0]?.schema);
      });

      it('explains deep parts', async () => {
        const probe = await run('explain', 'monitor.spec.parts.query.containers.livenessProbe');
        expect(probe).toContain('The liveness of a container of query');
        expect(probe).toMatch(/httpGet\s+<Object>/);
        expect(await run('explain', 'monitor.spec', '--recursive')).toContain('podAffinityTerm');
      });

      it('keeps what is int or string, nullable or of any content, and defaults the rest', async () => {
        const query = {
          containers: [
            {
              name: 'main',
              env: [{ name: 'A', value: null }],
              ports: [{ containerPort: 80 }],
              livenessProbe: { tcpSocket: { port: 'web' } },
              resources: { limits: { cpu: 1, memory: '1Gi' } },
            },
          ],
          volumes: [{ name: 'v', emptyDir: null, options: { any: [{ thing: 1.5 }] } }],
        };
        const template = {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'x', labels: { a: 'b' } },
          spec: { any: 1 },
        };
        await send('create', monitor('deep', { parts: { query }, template, selector: null, port: 9090 }));
        const { spec } = JSON.parse(await run('get', 'mon', 'deep', '-o', 'json')) as { spec: object };
        expect(spec).toEqual({
          replicas: 2,
          retention: '24h',
          port: 9090,
          template,
          selector: null,
          parts: {
            query: {
              ...query,
              containers: [{ ...query.containers[0], ports: [{ containerPort: 80, protocol: 'TCP' }] }],
            },
          },
        });
        const probe = { tcpSocket: { port: 1 }, exec: { command: ['x'] } };
        const wrong = { parts: { query: { containers: [{ name: 'c', livenessProbe: probe }] } }, retention: 'long' };
        const said = await refused(['create', '-f', '-', '--validate=false'], monitor('wrong', wrong));
        expect(said).toContain('spec.parts.query.containers[0].livenessProbe');
        expect(said).toContain('must validate one and only one schema (oneOf)');
        expect(said).toContain('spec.retention');
        await run('delete', 'mon', 'deep');
      });

      it('scales', async () => {
        await send('create', monitor('scaled'));
        expect(await run('scale', 'mon', 'scaled', '--replicas=5', '--current-replicas=2')).toContain('scaled');
        expect(await run('get', 'mon', 'scaled', '-o', 'jsonpath={.spec.replicas}')).toBe('5');
        const [, row] = await rows('get', 'mon', 'scaled');
        expect(row?.slice(0, 2)).toEqual(['scaled', '5']);
        expect(await refused(['scale', 'mon', 'scaled', '--replicas=1', '--current-replicas=2'])).toMatch(
          /Expected replicas to be 2/,
        );
        await run('delete', 'mon', 'scaled');
      });
    });

    describe('of routes', () => {
      const { name: crd } = routes('v1').metadata;
      beforeAll(async () => {
        await send('apply', routes('v1'));
        await established(crd);
      });
      afterAll(() => run('delete', 'crd', crd));

      const rule = (backends: readonly object[]) => ({ rules: [{ name: 'all', match: { prefix: '/' }, backends }] });
      const serverSide = (manager: string) => ['--server-side', `--field-manager=${manager}`];

      it('checks the rules of the schema, and those of changes', async () => {
        await send('create', route('ruled', rule([{ host: 'a' }])));
        const idle = route('idle', rule([{ host: 'a', weight: 0 }]));
        expect(await refused(['create', '-f', '-'], idle)).toContain('one of the backends needs a weight');
        const change = ['patch', 'rt', 'ruled', '--type=merge', '-p'];
        const said = await refused([...change, text({ spec: { className: 'public' } })]);
        expect(said).toContain('spec.className: Invalid value: "string": the class is immutable');
        const two = route('two', { rules: [{ name: 'x', match: { prefix: '/', exact: '/' } }] });
        expect(await refused(['create', '-f', '-'], two)).toContain('spec.rules[0].match');
        const twice = route('twice', rule([{ host: 'a' }, { host: 'a' }]));
        expect(await refused(['create', '-f', '-'], twice)).toContain('Duplicate value');
        await run('delete', 'rt', 'ruled');
      });

      it('merges lists by their keys on the server, and tells whose fields they are', async () => {
        await send('apply', route('shared', rule([{ host: 'a' }])), ...serverSide('first'));
        await send('apply', route('shared', rule([{ host: 'b', port: 81 }])), ...serverSide('second'));
        const backends = 'jsonpath={range .spec.rules[0].backends[*]}{.host}:{.port}:{.weight} {end}';
        expect(await run('get', 'rt', 'shared', '-o', backends)).toBe('a:80:1 b:81:1 ');
        const taken = route('shared', rule([{ host: 'a', weight: 5 }]));
        await send('apply', route('shared', rule([{ host: 'a', weight: 1 }])), ...serverSide('first'));
        const said = await refused(['apply', '-f', '-', ...serverSide('second')], taken);
        expect(said).toContain('conflict with "first": .spec.rules[name="all"].backends[host="a",port=80].weight');
        await send('apply', taken, ...serverSide('second'), '--force-conflicts');
        expect(await run('get', 'rt', 'shared', '-o', backends)).toBe('a:80:5 ');
        await run('delete', 'rt', 'shared');
      });

      it('waits for the finalizers of a deleted object', async () => {
        const held = route('held');
        await send('create', { ...held, metadata: { ...held.metadata, finalizers: ['mesh.example.com/wait'] } });
        await run('delete', 'rt', 'held', '--wait=false');
        expect(await run('get', 'rt', 'held', '-o', 'jsonpath={.metadata.deletionTimestamp}')).toMatch(/^\d{4}-/);
        await run('patch', 'rt', 'held', '--type=merge', '-p', text({ metadata: { finalizers: null } }));
        expect(await refused(['get', 'rt', 'held'])).toContain('NotFound');
      });

      it('watches', async () => {
        await send('create', route('watched'));
        const following = session.follow(['get', 'rt', '-w', '--output-watch-events']);
        await following.until('watched');
        await run('patch', 'rt', 'watched', '--type=merge', '-p', text({ spec: { hosts: ['changed.example.com'] } }));
        const said = await following.until('changed.example.com');
        following.stop();
        expect(said).toMatch(/EVENT\s+NAME\s+HOSTS\s+CLASS/);
        expect(said).toMatch(/MODIFIED\s+watched\s+\["changed.example.com"\]\s+internal/);
        await run('delete', 'rt', 'watched');
      });

      it('takes the objects of a namespace along', async () => {
        await run('create', 'namespace', 'going');
        await send('create', route('inside'), '-n', 'going');
        await run('delete', 'namespace', 'going');
        expect(await run('get', 'rt', '-A', '-o', 'name')).toBe('');
      });
    });

    it('takes the objects of a definition along, and serves none of an old one when it is made again', async () => {
      const { name: crd } = routes('v1').metadata;
      await send('create', routes('v1'));
      await established(crd);
      await send('create', route('left'));
      await run('delete', 'crd', crd);
      expect(await refused(['get', 'routes.mesh.example.com'])).toMatch(/doesn't have a resource type/);
      await send('create', routes('v1'));
      await established(crd);
      expect(await run('get', 'routes', '-o', 'name')).toBe('');
      await run('delete', 'crd', crd);
    });
  },
);
