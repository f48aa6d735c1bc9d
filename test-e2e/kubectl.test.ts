/** kubectl, old and new, unmodified, against a server that was just started. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { findKubectls, openSession } from './support/kubectl.ts';
import type { Session } from './support/kubectl.ts';
import { makeHome } from './support/serve.ts';
import type { Home } from './support/serve.ts';
import { samples } from './support/seven-kinds.ts';

let home: Home;
beforeAll(async () => {
  home = await makeHome();
  await home.start();
});
afterAll(() => home.remove());

/** The newest is asked about all kinds, the others about some each. */
const kubectls = findKubectls().map((kubectl, at, all) => ({
  ...kubectl,
  kubectl,
  kinds: samples.filter((_, index) => at === all.length - 1 || index % all.length === at),
}));

const text = (object: unknown): string => JSON.stringify(object);

describe.each(kubectls)('kubectl $version', ({ kubectl, version, kinds }) => {
  let session: Session;
  beforeAll(() => {
    session = openSession(kubectl, home.kubeconfig, home.folder);
  });
  const suffix = version.replace(/\D/g, '-');

  it.each(kinds)('reads and writes $resource', async ({ resource, manifest, change, jsonPath, changed }) => {
    const name = `sample${suffix}`;
    const run = async (...args: string[]) => (await session.run(args)).out;
    expect((await session.run(['create', '-f', '-'], { input: text(manifest(name)) })).out).toContain('created');
    expect(await run('get', resource, name)).toContain(name);
    expect(await run('get', resource, name, '-o', 'wide')).toContain(name);
    expect(await run('get', resource, name, '-o', 'yaml')).toContain(`name: ${name}`);
    expect(JSON.parse(await run('get', resource, name, '-o', 'json'))).toMatchObject({ metadata: { name } });
    expect(
      await run('get', resource, '-o', 'custom-columns=N:.metadata.name', '--no-headers', '--chunk-size=1'),
    ).toContain(name);
    expect(await run('get', resource, '--field-selector', `metadata.name=${name}`, '-o', 'name')).toContain(name);
    expect(await run('describe', resource, name)).toContain(name);
    expect(await run('label', resource, name, 'tier=front')).toContain('labeled');
    expect(await run('get', resource, '-l', 'tier=front', '-o', 'name')).toContain(name);
    expect(await run('annotate', resource, name, 'note=here')).toContain('annotate');
    const wanted = text({ ...manifest(name), ...change });
    expect((await session.run(['diff', '-f', '-'], { input: wanted, code: 1 })).out).toContain('+');
    await session.run(['apply', '-f', '-'], { input: wanted });
    expect(await run('get', resource, name, '-o', `jsonpath=${jsonPath}`)).toBe(changed);
    expect((await session.run(['apply', '-f', '-'], { input: wanted })).out).toContain('unchanged');
    const stored = JSON.parse(await run('get', resource, name, '-o', 'json')) as {
      metadata: { labels: Record<string, string> };
    };
    stored.metadata.labels['tier'] = 'back';
    expect((await session.run(['replace', '-f', '-'], { input: text(stored) })).out).toContain('replaced');
    const editor = join(home.folder, `edit${suffix}.sh`);
    await writeFile(editor, '#!/bin/sh\nsed -i "s/tier: back/tier: edited/" "$1"\n', { mode: 0o755 });
    expect((await session.run(['edit', resource, name], { env: { KUBE_EDITOR: editor } })).out).toContain('edited');
    expect(await run('get', resource, name, '-o', 'jsonpath={.metadata.labels.tier}')).toBe('edited');
    expect(await run('delete', resource, name)).toContain('deleted');
    expect((await session.run(['get', resource, name], { code: 1 })).err).toContain('NotFound');
  });

  it('knows the resources and their fields', async () => {
    expect((await session.run(['api-resources', '-o', 'name'])).out).toContain(
      'flowschemas.flowcontrol.apiserver.k8s.io',
    );
    expect((await session.run(['explain', 'jobs.spec', '--recursive'])).out).toContain('backoffLimit');
    expect((await session.run(['api-versions'])).out).toContain('batch/v1');
  });

  it('waits and watches', async () => {
    const name = `watched${suffix}`;
    const manifest = text({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
    await session.run(['create', '-f', '-'], { input: manifest });
    // Ends by itself: the server closes the watch when its time is up.
    const watching = session.run([
      'get',
      '--raw',
      `/api/v1/namespaces/default/configmaps?watch=1&timeoutSeconds=3&fieldSelector=metadata.name=${name}`,
    ]);
    const waiting = session.run(['wait', '--for=delete', `configmap/${name}`, '--timeout=20s']);
    await session.run(['label', 'configmap', name, 'seen=yes']);
    await session.run(['delete', 'configmap', name]);
    await waiting;
    const types = (await watching).out
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types.at(-1)).toBe('DELETED');
  });

  it('watches in columns', async () => {
    const name = `followed${suffix}`;
    await session.run(['create', 'configmap', name, '--from-literal=a=b']);
    const watching = session.follow([
      ...['get', 'configmaps', '-w', '--output-watch-events'],
      ...['--field-selector', `metadata.name=${name}`],
    ]);
    try {
      // Existing objects come as a list, later changes as events.
      expect(await watching.until('ADDED')).toMatch(new RegExp(`^EVENT +NAME +DATA +AGE\nADDED +${name} +1 `));
      await session.run(['patch', 'configmap', name, '-p', '{"data":{"c":"d"}}']);
      expect(await watching.until('MODIFIED')).toMatch(new RegExp(`MODIFIED +${name} +2 `));
      await session.run(['delete', 'configmap', name]);
      expect(await watching.until('DELETED')).toMatch(new RegExp(`DELETED +${name} +2 `));
    } finally {
      watching.stop();
    }
  });

  // Older ones cannot ask for a subresource.
  (version < '1.24' ? it.skip : it)('shows the scale of a deployment in its own columns', async () => {
    const name = `scaled${suffix}`;
    await session.run(['create', 'deployment', name, '--image=i', '--replicas=3']);
    const { out } = await session.run(['get', 'deployment', name, '--subresource=scale']);
    expect(out).toMatch(new RegExp(`^NAME +DESIRED +AVAILABLE +AGE\n${name} +3 +[03] `));
    const status = await session.run(['get', 'deployment', name, '--subresource=status']);
    expect(status.out).toMatch(/^NAME +READY +UP-TO-DATE +AVAILABLE +AGE\n/);
  });

  it('makes and deletes namespaces, with what is in them', async () => {
    const name = `space${suffix}`;
    await session.run(['create', 'namespace', name]);
    await session.run(['create', 'configmap', 'inside', '--from-literal=a=b', '-n', name]);
    expect((await session.run(['delete', 'namespace', name, '--timeout=20s'])).out).toContain('deleted');
    expect((await session.run(['get', 'namespace', name], { code: 1 })).err).toContain('NotFound');
  });
});
