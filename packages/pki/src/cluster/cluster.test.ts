import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createClusterCertificates } from './create-cluster.ts';
import { inspectCertificates } from './inspect-cluster.ts';
import { renewClusterCertificates } from './renew-cluster.ts';
import { finishRotation, isRotating, prepareRotation, switchAuthority } from './rotate-authority.ts';

const run = promisify(execFile);
const hourMs = 3_600_000;
const lives = { leafMs: 8_760 * hourMs, authorityMs: 87_600 * hourMs };

let folder: string;
let made: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-pki-'));
  made = [];
});
afterEach(() => rm(folder, { recursive: true }));

const onMade = (path: string): void => void made.push(path);
const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');

async function create(names: readonly string[] = ['a'], now = new Date()): Promise<void> {
  const members = names.map((name) => ({ name, hosts: [`${name}.example.com`, '10.0.0.1'] }));
  const clients = [{ name: 'prometheus', groups: ['system:monitoring', 'watchers'] }];
  const plan = { replicas: members, etcdMembers: members, clients, hosts: ['api.example.com'] };
  await createClusterCertificates({ folder, plan, lives, now, onMade });
}

/** The authority of each certificate, and the purpose that it is verified for. */
const leaves = {
  'replicas/a.crt': ['ca.crt', 'sslserver'],
  'etcd/a.crt': ['etcd/ca.crt', 'sslserver'],
  'apiserver-etcd-client.crt': ['etcd/ca.crt', 'sslclient'],
  'apiserver-kubelet-client.crt': ['ca.crt', 'sslclient'],
  'front-proxy-client.crt': ['front-proxy-ca.crt', 'sslclient'],
  'admin.crt': ['ca.crt', 'sslclient'],
  'clients/prometheus.crt': ['ca.crt', 'sslclient'],
} as const;

async function verifies(leaf: string, authority: string, ...more: string[]): Promise<boolean> {
  const args = ['verify', '-x509_strict', '-CAfile', join(folder, authority), ...more, join(folder, leaf)];
  return run('openssl', args).then(
    () => true,
    () => false,
  );
}

async function verifyAll(): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const [leaf, [authority, purpose]] of Object.entries(leaves)) {
    if (!(await verifies(leaf, authority, '-purpose', purpose))) failed.push(leaf);
  }
  return failed;
}

describe('the certificates of a cluster', () => {
  it('are verified by OpenSSL, strictly and for their purposes', async () => {
    await create();
    expect(await verifyAll()).toEqual([]);
    expect(await verifies('etcd/a.crt', 'etcd/ca.crt', '-purpose', 'sslclient')).toBe(true);
    expect(await verifies('replicas/a.crt', 'ca.crt', '-purpose', 'sslclient')).toBe(false);
    expect(await verifies('replicas/a.crt', 'etcd/ca.crt')).toBe(false);
    for (const host of ['a.example.com', 'api.example.com', 'kubernetes.default.svc']) {
      expect(await verifies('replicas/a.crt', 'ca.crt', '-verify_hostname', host)).toBe(true);
    }
    expect(await verifies('etcd/a.crt', 'etcd/ca.crt', '-verify_ip', '10.0.0.1')).toBe(true);
    expect(await verifies('etcd/a.crt', 'etcd/ca.crt', '-verify_hostname', 'api.example.com')).toBe(false);
  });

  it('name users and groups as OpenSSL reads them, and a pair of keys for tokens', async () => {
    await create();
    const { stdout } = await run('openssl', [
      'x509',
      '-in',
      join(folder, 'clients/prometheus.crt'),
      '-noout',
      '-subject',
    ]);
    expect(stdout.replaceAll(' ', '')).toBe('subject=O=system:monitoring,O=watchers,CN=prometheus\n');
    const made = await run('openssl', ['pkey', '-in', join(folder, 'sa.key'), '-pubout']);
    expect(made.stdout).toBe(await read('sa.pub'));
  });

  it('have keys that their owner alone can read', async () => {
    await create();
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.key'));
    expect(files).toHaveLength(11);
    for (const file of files) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  });

  it('stay as they are when they are made again, beside those of a further member', async () => {
    await create();
    const before = [await read('replicas/a.crt'), await read('sa.key'), await read('etcd/a.key')];
    made = [];
    await create(['a', 'b']);
    expect([await read('replicas/a.crt'), await read('sa.key'), await read('etcd/a.key')]).toEqual(before);
    expect(made).toEqual(['replicas/b.crt', 'etcd/b.crt']);
  });

  it('are made anew by the same authority when they have expired', async () => {
    await create(['a'], new Date(Date.now() - 8_761 * hourMs));
    expect(await verifyAll()).toEqual(Object.keys(leaves));
    const authority = await read('ca.crt');
    made = [];
    await create();
    expect(made.toSorted()).toEqual(Object.keys(leaves).toSorted());
    expect(await verifyAll()).toEqual([]);
    expect(await read('ca.crt')).toBe(authority);
  });

  it('are not made by an authority that has expired', async () => {
    await create(['a'], new Date(Date.now() - 87_601 * hourMs));
    await expect(create()).rejects.toThrow('rotate it with `keelson pki rotate-ca`');
  });

  it('are shown with what they are for and the time that they have left', async () => {
    const now = new Date();
    await create(['a'], now);
    const found = await inspectCertificates(folder, now);
    const replica = found.find(({ file }) => file === 'replicas/a.crt');
    expect(replica).toMatchObject({ role: 'server', subject: 'CN=a' });
    expect(replica?.hosts).toEqual(expect.arrayContaining(['a.example.com', '10.0.0.1', 'api.example.com']));
    expect((replica?.secondsLeft ?? 0) / 3600).toBeCloseTo(8_760, 0);
    const roles = Object.fromEntries(found.map(({ file, role }) => [file, role]));
    expect(roles).toMatchObject({ 'ca.crt': 'authority', 'etcd/a.crt': 'server and client', 'admin.crt': 'client' });
  });

  it('are renewed with their names and uses when they expire soon, and not before', async () => {
    const now = new Date();
    await create(['a'], new Date(now.getTime() - 8_700 * hourMs));
    const before = await inspectCertificates(folder, now);
    made = [];
    await renewClusterCertificates({ folder, now, onMade }, { withinMs: 24 * hourMs });
    expect(made).toEqual([]);
    await renewClusterCertificates({ folder, now, onMade }, { withinMs: 100 * hourMs });
    expect(made.toSorted()).toEqual(Object.keys(leaves).toSorted());
    expect(await verifyAll()).toEqual([]);
    const after = await inspectCertificates(folder, now);
    const said = (list: typeof after) => list.map(({ file, role, subject, hosts }) => [file, role, subject, hosts]);
    expect(said(after)).toEqual(said(before));
    expect(after.every(({ secondsLeft }) => secondsLeft > 8_700 * 3600)).toBe(true);
  });

  it('are not renewed where the authority has expired, or the name is unknown', async () => {
    const now = new Date();
    await create(['a'], new Date(now.getTime() - 87_601 * hourMs));
    const renewal = { folder, now, onMade };
    await expect(renewClusterCertificates(renewal, { withinMs: 0, paths: ['admin'] })).rejects.toThrow('has expired');
    await expect(renewClusterCertificates(renewal, { withinMs: 0, paths: ['nobody'] })).rejects.toThrow(
      'has no certificate nobody.crt',
    );
  });

  it('are made anew where an interruption has left the key of another, whatever time they have left', async () => {
    await create();
    const before = await read('admin.crt');
    await copyFile(join(folder, 'clients/prometheus.key'), join(folder, 'admin.key'));
    await copyFile(join(folder, 'clients/prometheus.key'), join(folder, 'replicas/a.key'));
    made = [];
    await renewClusterCertificates({ folder, now: new Date(), onMade }, { withinMs: 0 });
    expect(made.toSorted()).toEqual(['admin.crt', 'replicas/a.crt']);
    expect(await read('admin.crt')).not.toBe(before);
    await copyFile(join(folder, 'clients/prometheus.key'), join(folder, 'admin.key'));
    await rm(join(folder, 'etcd/a.crt'));
    made = [];
    await create();
    expect(made.toSorted()).toEqual(['admin.crt', 'etcd/a.crt']);
    expect(await verifyAll()).toEqual([]);
  });

  it('get hosts that they are not made anew for', async () => {
    const now = new Date();
    const plan = { replicas: [{ name: 'a', hosts: [] }], etcdMembers: [], clients: [], hosts: [] };
    await createClusterCertificates({ folder, plan: { ...plan, usualHosts: ['10.0.0.1'] }, lives, now, onMade });
    expect(await verifies('replicas/a.crt', 'ca.crt', '-verify_ip', '10.0.0.1')).toBe(true);
    made = [];
    await createClusterCertificates({ folder, plan: { ...plan, usualHosts: ['10.9.0.1'] }, lives, now, onMade });
    expect(made).toEqual([]);
    await createClusterCertificates({ folder, plan: { ...plan, hosts: ['10.9.0.1'] }, lives, now, onMade });
    expect(made).toEqual(['replicas/a.crt']);
  });

  it('are refused with the name of the file that was overwritten', async () => {
    await create();
    await writeFile(join(folder, 'etcd/ca.crt'), 'nothing');
    await expect(create()).rejects.toThrow(/etcd\/ca\.crt: there is no certificate in it/);
  });
});

describe('the rotation of an authority', () => {
  it('leaves no moment in which one side does not trust what the other shows', async () => {
    await create();
    const [oldTrust, oldLeaf] = [join(folder, 'old-ca.pem'), join(folder, 'old-leaf.pem')];
    await writeFile(oldTrust, await read('ca.crt'));
    await writeFile(oldLeaf, await read('replicas/a.crt'));
    const options = { folder, now: new Date(Date.now() + 1000), authorityMs: lives.authorityMs, onMade };
    await prepareRotation(options, 'ca');
    await writeFile(join(folder, 'prepared-ca.pem'), await read('ca.crt'));
    // Prepared: the old authority signed all leaves; holders of the new file trust both.
    expect(await verifies('replicas/a.crt', 'old-ca.pem')).toBe(true);
    expect(await verifies('replicas/a.crt', 'ca.crt')).toBe(true);
    await switchAuthority(options, 'ca');
    // Switched: the new authority signed all leaves; holders of the file of step one trust it already.
    expect(await verifyAll()).toEqual([]);
    expect(await verifies('replicas/a.crt', 'prepared-ca.pem')).toBe(true);
    expect(await verifies('replicas/a.crt', 'old-ca.pem')).toBe(false);
    expect(await verifies('old-leaf.pem', 'ca.crt')).toBe(true);
    await finishRotation(options, 'ca');
    expect(await verifyAll()).toEqual([]);
    expect(await verifies('old-leaf.pem', 'ca.crt')).toBe(false);
    expect((await read('ca.crt')).match(/BEGIN CERTIFICATE/g)).toHaveLength(1);
    expect((await readdir(folder)).filter((file) => file.includes('next'))).toEqual([]);
  });

  it('goes step by step, and each step can be repeated', async () => {
    await create();
    const options = { folder, now: new Date(Date.now() + 1000), authorityMs: lives.authorityMs, onMade };
    await expect(switchAuthority(options, 'etcd/ca')).rejects.toThrow('prepare the rotation first');
    await expect(finishRotation(options, 'etcd/ca')).rejects.toThrow('no rotation of etcd/ca is under way');
    await prepareRotation(options, 'etcd/ca');
    const prepared = await read('etcd/ca.crt');
    await prepareRotation(options, 'etcd/ca');
    expect(await read('etcd/ca.crt')).toBe(prepared);
    await expect(finishRotation(options, 'etcd/ca')).rejects.toThrow('prepared and not switched');
    await switchAuthority(options, 'etcd/ca');
    await expect(prepareRotation(options, 'etcd/ca')).rejects.toThrow('is not finished');
    await finishRotation(options, 'etcd/ca');
    expect(await verifyAll()).toEqual([]);
  });

  it('goes on after an interruption at any moment', async () => {
    await create();
    const options = { folder, now: new Date(Date.now() + 1000), authorityMs: lives.authorityMs, onMade };
    const path = (file: string): string => join(folder, file);
    // The preparation wrote the key of the next authority, and not its certificate.
    await copyFile(path('admin.key'), path('ca.next.key'));
    await expect(switchAuthority(options, 'ca')).rejects.toThrow('prepare the rotation first');
    await prepareRotation(options, 'ca');
    const prepared = await read('ca.crt');
    const nextKey = await read('ca.next.key');
    // The switch wrote keys, and not the certificates to them: of the authority, and of a leaf.
    await writeFile(path('ca.key'), nextKey);
    await copyFile(path('clients/prometheus.key'), path('replicas/a.key'));
    await switchAuthority(options, 'ca');
    expect(await verifyAll()).toEqual([]);
    expect(await read('ca.crt')).not.toBe(prepared);
    // It removed one file of the next authority, and not the other.
    await writeFile(path('ca.next.key'), nextKey);
    await switchAuthority(options, 'ca');
    expect(await isRotating(folder, 'ca')).toBe(true);
    await finishRotation(options, 'ca');
    expect([await isRotating(folder, 'ca'), await isRotating(folder, 'etcd/ca')]).toEqual([false, false]);
    expect((await readdir(folder)).filter((file) => file.includes('next'))).toEqual([]);
    expect(await verifyAll()).toEqual([]);
  });
});
