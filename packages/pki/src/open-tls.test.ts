import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createReloads, type Reloads } from '@keelson/files';
import { createMetrics, silentLogger as logger } from '@keelson/telemetry';

import { createClusterCertificates } from './cluster/create-cluster.ts';
import { prepareRotation, switchAuthority } from './cluster/rotate-authority.ts';
import { issueAuthority } from './issue.ts';
import { keepCertificates } from './keep.ts';
import { openTls } from './open-tls.ts';

const dayMs = 86_400_000;
const lives = { leafMs: dayMs, authorityMs: 10 * dayMs };
const onMade = (): void => {};

let folder: string;
let reloads: Reloads;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-tls-'));
  reloads = createReloads({ logger, metrics: createMetrics({ release: '1.24', logger }), settle: async () => {} });
  const replicas = ['a', 'b'].map((name) => ({ name, hosts: [] }));
  const plan = { replicas, etcdMembers: [], clients: [], hosts: [] };
  await createClusterCertificates({ folder, plan, lives, now: new Date(), onMade });
});
afterEach(async () => {
  reloads.close();
  await rm(folder, { recursive: true });
});

const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
const sourceOf = (file: string) => ({ flag: 'a-flag', path: join(folder, file) });

interface Files {
  readonly replica?: string;
  readonly clients?: string;
  readonly roots?: string;
}

async function open({ replica, clients, roots }: Files) {
  const own = await keepCertificates(join(folder, `own-${replica ?? ''}`), ['localhost'], new Date(), logger);
  return openTls({
    serving: {
      tls: { minVersion: 'VersionTLS12', suites: [] },
      ...(replica !== undefined && {
        certificate: { chain: sourceOf(`replicas/${replica}.crt`), privateKey: sourceOf(`replicas/${replica}.key`) },
      }),
      ...(roots !== undefined && { rootAuthority: sourceOf(roots) }),
    },
    callers: clients === undefined ? {} : { clientAuthority: sourceOf(clients) },
    ...{ own, reloads, logger },
  });
}

/** The certificates in a text, whatever stands between them. */
const fingerprintsOf = (text: string): readonly string[] =>
  (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (each) => new X509Certificate(each).fingerprint256,
  );

async function holds(published: string, file: string): Promise<void> {
  expect(fingerprintsOf(published)).toEqual(fingerprintsOf(await read(file)));
  expect(fingerprintsOf(published)).not.toEqual([]);
}

describe('what clients are told to trust', () => {
  it('is the authority that vouches for the serving certificate, the same for every replica', async () => {
    const [a, b] = [await open({ replica: 'a', clients: 'ca.crt' }), await open({ replica: 'b', clients: 'ca.crt' })];
    await holds(a.trustedByClients(), 'ca.crt');
    expect(b.trustedByClients()).toBe(a.trustedByClients());
  });

  it('holds both authorities while one replaces the other', async () => {
    const tls = await open({ replica: 'a', clients: 'ca.crt' });
    await holds(tls.trustedByClients(), 'ca.crt');
    const options = { folder, now: new Date(), authorityMs: lives.authorityMs, onMade };
    await prepareRotation(options, 'ca');
    await reloads.check();
    await holds(tls.trustedByClients(), 'ca.crt');
    await switchAuthority(options, 'ca');
    await reloads.check();
    await holds(tls.trustedByClients(), 'ca.crt');
    expect(fingerprintsOf(tls.trustedByClients())).toHaveLength(2);
  });

  it('is the chain where no authority of clients has signed it', async () => {
    await holds((await open({ replica: 'a', clients: 'front-proxy-ca.crt' })).trustedByClients(), 'replicas/a.crt');
    await holds((await open({ replica: 'a' })).trustedByClients(), 'replicas/a.crt');
  });

  it('is not that of another authority of the same name', async () => {
    const ca = new X509Certificate(await read('ca.crt'));
    const namesake = await issueAuthority(ca.subject.replace('CN=', ''), new Date(), 1);
    await writeFile(join(folder, 'namesake.crt'), namesake.certificate);
    await holds((await open({ replica: 'a', clients: 'namesake.crt' })).trustedByClients(), 'replicas/a.crt');
  });

  it('is the file that says so, without the keys in it, and follows it', async () => {
    await writeFile(join(folder, 'roots.pem'), `${await read('ca.key')}\n${await read('etcd/ca.crt')}`);
    const tls = await open({ replica: 'a', clients: 'ca.crt', roots: 'roots.pem' });
    await holds(tls.trustedByClients(), 'etcd/ca.crt');
    expect(tls.trustedByClients()).not.toContain('PRIVATE');
    await writeFile(join(folder, 'roots.pem'), await read('ca.crt'));
    await reloads.check();
    await holds(tls.trustedByClients(), 'ca.crt');
  });

  it('is the authority of its own where the server serves with a certificate of its own', async () => {
    const tls = await open({ clients: 'ca.crt' });
    expect(tls.trustedByClients()).toBe(tls.own().authority.certificate);
  });
});
