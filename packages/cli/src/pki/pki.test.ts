import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { readKubeconfig } from '../client/kubeconfig.ts';
import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

const exec = promisify(execFile);

let home: string;
let dir: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'keelson-pki-'));
  dir = join(home, 'pki');
});
afterEach(() => rm(home, { recursive: true }));

async function pki(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await run(['pki', ...args], terminal);
  return { code, out: terminal.out(), errors: terminal.errors() };
}

const init = (...args: readonly string[]) => pki('init', '--dir', dir, ...args);
const kubeconfigOf = (name: string) => readKubeconfig({ path: join(dir, name), context: undefined, env: {} });

describe('keelson pki', () => {
  it('init makes all that a cluster needs, and says which files those are', async () => {
    const { code, out, errors } = await init(
      '--replica',
      'a=10.0.0.1,a.example',
      '--replica',
      'b',
      '--san',
      'api.example',
    );
    expect([code, errors]).toEqual([0, '']);
    const files = ['ca.crt', 'etcd/ca.crt', 'front-proxy-ca.crt', 'replicas/a.crt', 'replicas/b.crt', 'etcd/etcd.crt'];
    const rest = ['apiserver-etcd-client.crt', 'front-proxy-client.crt', 'sa.key', 'admin.crt', 'admin.kubeconfig'];
    expect(out.split('\n')).toEqual(expect.arrayContaining([...files, ...rest].map((file) => `${dir}/${file}`)));
    expect((await init('--replica', 'a=10.0.0.1,a.example', '--replica', 'b', '--san', 'api.example')).out).toBe('');
    const text = await exec('openssl', [
      'x509',
      '-in',
      join(dir, 'replicas/a.crt'),
      '-noout',
      '-ext',
      'subjectAltName',
    ]);
    expect(text.stdout).toContain('DNS:api.example');
    expect(text.stdout).toContain('IP Address:10.0.0.1');
  });

  it('init gives clients kubeconfigs that lead to the server that was named', async () => {
    await init('--server', 'https://api.example:443', '--client', 'prometheus=system:monitoring');
    const { server, authority, certificate = '' } = await kubeconfigOf('clients/prometheus.kubeconfig');
    expect([server, authority]).toEqual(['https://api.example:443', await readFile(join(dir, 'ca.crt'), 'utf8')]);
    expect(certificate).toBe(await readFile(join(dir, 'clients/prometheus.crt'), 'utf8'));
  });

  it('a second init leaves kubeconfigs where they lead, and makes no member that nobody named', async () => {
    const members = ['--replica', 'a', '--etcd-member', 'e1'];
    await init(
      '--server',
      'https://api.example:443',
      '--service-cluster-ip-range',
      '10.96.0.0/16,fd00::/108',
      ...members,
    );
    const { code, out, errors } = await init('--client', 'viewer', '--replica', 'b');
    expect([code, errors]).toEqual([0, '']);
    const made = ['replicas/b.crt', 'clients/viewer.crt', 'clients/viewer.kubeconfig'];
    expect(out).toBe(made.map((file) => `${dir}/${file}\n`).join(''));
    for (const name of ['admin.kubeconfig', 'clients/viewer.kubeconfig']) {
      expect((await kubeconfigOf(name)).server).toBe('https://api.example:443');
    }
    expect((await init('--server', 'https://other.example')).out).toBe(`${dir}/admin.kubeconfig\n`);
    expect((await kubeconfigOf('admin.kubeconfig')).server).toBe('https://other.example');
    const show = async (file: string) =>
      (await exec('openssl', ['x509', '-in', join(dir, file), '-noout', '-text'])).stdout;
    expect(await show('replicas/a.crt')).toContain('IP Address:10.96.0.1');
    expect(await show('replicas/b.crt')).toContain('IP Address:10.0.0.1');
  });

  it('a first init that was interrupted makes the members that it would have made', async () => {
    await init();
    for (const file of ['sa.key', 'etcd/etcd.crt', 'etcd/etcd.key']) await rm(join(dir, file));
    expect((await init()).out).toBe(`${dir}/etcd/etcd.crt\n${dir}/sa.key\n`);
  });

  it('renew takes new certificates into the kubeconfigs, which lead where they led', async () => {
    await init('--server', 'https://api.example:443', '--duration', '1h');
    const before = await kubeconfigOf('admin.kubeconfig');
    expect((await pki('renew', '--dir', dir, '--within', '30m')).out).toBe('');
    const { code, out } = await pki('renew', '--dir', dir, 'admin.crt', '--duration', '2h');
    expect([code, out]).toEqual([0, `${dir}/admin.crt\n${dir}/admin.kubeconfig\n`]);
    const after = await kubeconfigOf('admin.kubeconfig');
    expect(after.server).toBe(before.server);
    expect(after.certificate).not.toBe(before.certificate);
    expect(after.certificate).toBe(await readFile(join(dir, 'admin.crt'), 'utf8'));
    const dates = await exec('openssl', ['x509', '-in', join(dir, 'admin.crt'), '-noout', '-checkend', '7000']);
    expect(dates.stdout).toContain('will not expire');
  });

  it('rotate-ca hands the authorities on to the kubeconfigs in each step', async () => {
    await init();
    const trusted = async () => (await kubeconfigOf('admin.kubeconfig')).authority?.match(/BEGIN/g)?.length;
    const counts: unknown[] = [];
    for (const step of ['prepare', 'switch', 'finish']) {
      const { code, errors } = await pki('rotate-ca', step, '--dir', dir, '--authority', 'ca');
      expect([code, errors]).toEqual([0, '']);
      counts.push(await trusted());
    }
    expect(counts).toEqual([2, 2, 1]);
    const { code, errors } = await pki('rotate-ca', 'finish', '--dir', dir, '--authority', 'ca');
    expect([code, errors]).toEqual([1, expect.stringContaining('no rotation of ca is under way')]);
  });

  it('rotate-ca goes on with the authorities that an interruption has left', async () => {
    await init();
    const rotate = (step: string, ...names: readonly string[]) =>
      pki('rotate-ca', step, '--dir', dir, ...names.flatMap((name) => ['--authority', name]));
    await rotate('prepare');
    await rotate('switch', 'ca');
    expect(await rotate('switch')).toMatchObject({ code: 0, errors: '' });
    await rotate('finish', 'ca', 'etcd');
    expect(await rotate('finish')).toEqual({ code: 0, out: `${dir}/front-proxy-ca.crt\n`, errors: '' });
    expect(await rotate('finish')).toMatchObject({ code: 1, errors: expect.stringContaining('no rotation of ca') });
  });

  it('show prints what there is for people and for programs, and fails if something expires', async () => {
    await init('--duration', '48h');
    const table = await pki('show', '--dir', dir);
    expect(table.code).toBe(0);
    expect(table.out).toMatch(/^FILE +ROLE +SUBJECT +ISSUER +EXPIRES +LEFT +HOSTS\n/);
    expect(table.out).toMatch(/\nreplicas\/keelson\.crt +server +CN=keelson .* 1d +keelson,kubernetes,/);
    const json = await pki('show', '--dir', dir, '-o', 'json', '--within', '72h');
    expect(json.code).toBe(1);
    const found: unknown = JSON.parse(json.out);
    expect(found).toContainEqual(expect.objectContaining({ file: 'ca.crt', role: 'authority' }));
  });

  it.each([
    [['init', 'somewhere'], 'too much'],
    [['init', '--replica', '../a'], 'does not begin with a name'],
    [['init', '--replica', 'a=http://x'], 'no name or address of a host'],
    [['init', '--duration', 'soon'], 'takes a duration'],
    [['init', '--service-cluster-ip-range', '10.0.0.1'], '--service-cluster-ip-range'],
    [['init', '--within', '1h'], 'pki init takes no --within'],
    [['renew', '--all', 'admin.crt'], '--all leaves nothing to choose'],
    [['rotate-ca', 'back'], 'prepare, switch or finish'],
    [['rotate-ca', 'prepare', '--authority', 'mine'], 'ca, etcd or front-proxy'],
    [['show', '-o', 'yaml'], '-o is table or json'],
    [['destroy'], 'say what to do'],
  ])('refuses %j', async (args, message) => {
    const { code, errors } = await pki(...args, '--dir', dir);
    expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
  });

  it('says of a folder that is not there that it cannot be read', async () => {
    const { code, errors } = await pki('show', '--dir', dir);
    expect([code, errors]).toEqual([1, expect.stringContaining(`${dir} cannot be read`)]);
  });
});
