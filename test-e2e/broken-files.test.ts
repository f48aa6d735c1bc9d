/** Files that cannot be used end a start, with the flag, the file, the line and the reason; so do flags that do not fit. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { useHomes } from './support/homes.ts';
import type { Home } from './support/serve.ts';
import { makePki, pkiPath } from './support/tls.ts';

const newHome = useHomes();
let home: Home;
let foreign: Home;
beforeAll(async () => {
  home = await newHome();
  foreign = await newHome();
  await makePki(foreign);
});

const pem = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
const kubeconfig = (cluster: string) =>
  [
    'current-context: c',
    'contexts: [{name: c, context: {cluster: r}}]',
    `clusters: [{name: r, cluster: ${cluster}}]`,
    '',
  ].join('\n');
const policy = (rule: string) => `apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- ${rule}\n`;

/** A flag, the content of its file, and the server's message; each kind of fault has its test beside the code. */
const broken: readonly (readonly [string, string, string])[] = [
  ['--token-auth-file', 'a,b,c\nd\n', 'line 2: a token, a user name and a uid are needed'],
  ['--token-auth-file', '\n', 'there is no token in it'],
  ['--client-ca-file', pem('CERTIFICATE', 'AAAA'), 'line 1: this is no certificate'],
  ['--client-crl-file', pem('X509 CRL', 'AAAA'), 'line 1: this is no revocation list'],
  ['--root-ca-file', '', 'there is no certificate in it'],
  ['--requestheader-client-ca-file', '', 'there is no certificate in it'],
  ['--oidc-ca-file', 'hello', 'there is no certificate in it'],
  ['--service-account-signing-key-file', pem('PRIVATE KEY', 'AAAA'), 'line 1: this is no key that can be used'],
  ['--service-account-key-file', 'hello', 'there is no key in it'],
  ['--audit-policy-file', policy('level: Metadata\n  lvl: x'), 'line 5: rules[0].lvl: there is no such field'],
  ['--authentication-token-webhook-config-file', kubeconfig('{}'), 'line 3: the cluster has no server'],
  ['--authorization-webhook-config-file', kubeconfig('{server: "ftp://x"}'), 'line 3: the server "ftp://x"'],
  ['--client-crl-file', '', 'there is no revocation list in it'],
  ['--audit-policy-file', '', 'there is nothing in it'],
  ['--audit-webhook-config-file', 'apiVersion: v1\nclusters: {', 'line 2: '],
];

describe('what cannot be used', () => {
  it('is refused at the start, with the file, the line and the reason', async () => {
    await atOnce([...broken.entries()], async ([index, [flag, text, reason]]) => {
      const path = join(home.folder, `broken-${index}${flag}`);
      await writeFile(path, text);
      const said = await saidBy(flag, path, ...besides(flag));
      expect([flag, said]).toEqual([flag, expect.stringContaining('exit code 2')]);
      expect([flag, said]).toEqual([flag, expect.stringContaining(`${flag} ${path}: ${reason}`)]);
    });
  });

  it('is refused where it is not there', async () => {
    const path = join(home.folder, 'none');
    await atOnce(['--client-ca-file', '--audit-policy-file', '--audit-webhook-config-file'], async (flag) => {
      expect(await saidBy(flag, path)).toContain(`${flag} ${path}: there is no such file`);
    });
  });

  it('together is refused, too', async () => {
    const certificate = ['--tls-cert-file', pkiPath(foreign, 'server.crt')];
    const sets = [
      certificate,
      [...certificate, '--tls-private-key-file', pkiPath(foreign, 'admin.key')],
      ['--tls-min-version=VersionTLS10'],
      ['--oidc-issuer-url=http://example.com', '--oidc-client-id=x'],
      ['--audit-log-truncate-max-batch-size=1000'],
    ];
    await atOnce(sets, async (flags) => {
      expect([flags, await saidBy(...flags)]).toEqual([flags, expect.stringContaining('exit code 2')]);
    });
  });
});

/** Two at a time. */
async function atOnce<T>(all: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await run(next);
  };
  await Promise.all([work(), work()]);
}

/** Flags without which the one in question would not be looked at. */
function besides(flag: string): readonly string[] {
  if (flag.startsWith('--oidc')) return ['--oidc-issuer-url=https://127.0.0.1:1', '--oidc-client-id=x'];
  return flag.startsWith('--authorization') ? ['--authorization-mode=Webhook'] : [];
}

/** The output of a server that does not start. */
async function saidBy(...flags: readonly string[]): Promise<string> {
  return home.start(...flags).then(
    () => 'it has started',
    (error: unknown) => String(error),
  );
}
