import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { run } from '../run.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-serve-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function keelson(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const said = { out: '', error: '' };
  const code = await run(args, {
    stdin: (async function* () {})(),
    writeOut: (output) => void (said.out += Buffer.from(output).toString()),
    streamOut: () => Promise.resolve(),
    writeError: (text) => void (said.error += text),
    env: {},
  });
  return { code, ...said };
}

describe('keelson serve', () => {
  it('tells all its flags, in groups, with their defaults', async () => {
    const { code, out } = await keelson('serve', '--help');
    expect(code).toBe(0);
    for (const part of [
      'Serving:',
      'Store:',
      'Callers:',
      'Limits:',
      '--secure-port PORT',
      '(default: 6443)',
      '(default: 5m0s)',
    ]) {
      expect(out).toContain(part);
    }
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('refuses what it does not understand, with exit code 2', async () => {
    expect(await keelson('serve', '--nonsense')).toMatchObject({ code: 2, out: '' });
    const missing = await keelson('serve', '--token-auth-file', join(folder, 'none'));
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.error).toContain('there is no such file');
    expect((await keelson('serve', '--domain', 'nodots')).error).toContain('is not a domain such as k8s.io');
    expect((await keelson('serve', '--runtime-config', 'batch/v1beta1=no')).error).toContain('say true or false');
    const unknown = await keelson('serve', '--feature-gates', 'Unheard=true');
    expect(unknown.error).toContain('--feature-gates: unrecognized feature gate: Unheard');
  });

  it('has no seats to share out where both limits of requests are 0', async () => {
    const { code, error } = await keelson('serve', '--max-requests-inflight=0', '--max-mutating-requests-inflight=0');
    expect(code).toBe(2);
    expect(error).toContain('together they are what --enable-priority-and-fairness shares out');
  });

  it('says what it means that a plugin is not here, and does not start as if it were', async () => {
    const { code, error } = await keelson('serve', '--enable-admission-plugins=LimitRanger,EventRateLimit');
    expect(code).toBe(2);
    expect(error).toContain('--enable-admission-plugins EventRateLimit: kube-apiserver has it, this server has not');
    expect(error).toContain('what it changes or refuses elsewhere passes as it is');
    expect((await keelson('serve', '--enable-admission-plugins=Nonsense')).error).toContain('is not one of');
  });

  it('names the line of a token file that is wrong, and not what is in it', async () => {
    const path = join(folder, 'tokens.csv');
    await writeFile(path, 'good-token,alice,1\nsecret-token\n');
    const { code, error } = await keelson('serve', '--token-auth-file', path);
    expect(code).toBe(2);
    expect(error).toContain('line 2');
    expect(error).not.toContain('secret-token');
  });

  it('wants a certificate and its key together', async () => {
    const path = join(folder, 'a.crt');
    await writeFile(path, 'x');
    expect((await keelson('serve', '--tls-cert-file', path)).error).toContain(
      '--tls-cert-file needs --tls-private-key-file',
    );
  });
});
