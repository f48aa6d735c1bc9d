import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { readServeFlags } from './read-serve-flags.ts';

const folder = await mkdtemp(join(tmpdir(), 'keelson-config-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;

async function fileOf(text: string): Promise<string> {
  const path = join(folder, `${String((count += 1))}.yaml`);
  await writeFile(path, text);
  return path;
}

describe('a file with flags', () => {
  it('reads as the command line does: values, lists and mappings', async () => {
    const config = await fileOf(
      [
        'secure-port: 7443',
        'anonymous-auth: false',
        'etcd-servers: [http://a:1, http://b:2]',
        'feature-gates: {CronJobTimeZone: true}',
        'runtime-config:',
        '  batch/v1beta1: "false"',
        'request-timeout: 90s',
        'allow-privileged: true',
      ].join('\n'),
    );
    const read = await readServeFlags(['--config', config]);
    expect(read).toMatchObject({
      serving: { port: 7443 },
      callers: { allowsAnonymous: false },
      store: { etcd: { endpoints: ['http://a:1', 'http://b:2'] } },
      limits: { requestTimeoutMs: 90_000 },
      runtimeConfig: new Map([['batch/v1beta1', false]]),
    });
    expect(read.gatesOff.has('CronJobTimeZone')).toBe(false);
    expect(read.startWarnings).toContain(
      '--allow-privileged means nothing here: privileged containers are a matter of pod security',
    );
  });

  it('gives way to the command line, flag by flag', async () => {
    const config = await fileOf('secure-port: 7443\netcd-servers: [http://a:1]\nv: 4\n');
    const read = await readServeFlags([`--config=${config}`, '--secure-port', '1', '--etcd-servers=http://c:3']);
    expect(read.serving.port).toBe(1);
    expect(read.store.etcd?.endpoints).toEqual(['http://c:3']);
  });

  it.each([
    ['secure-ports: 1', 'there is no flag --secure-ports; did you mean --secure-port?'],
    ['- a', 'it is no mapping from flags to values'],
    ['a: {b: {c: 1}}', 'a: a value, a list or a mapping of values'],
    ['config: other.yaml', 'a file cannot name another one'],
    ['a: [', 'line 1'],
    ['insecure-port: 8080', '--insecure-port was removed in 1.24; use --secure-port'],
  ])('is refused with what is wrong: %s', async (text, message) => {
    await expect(readServeFlags(['--config', await fileOf(text)])).rejects.toThrow(message);
  });

  it('is refused where it is not there', async () => {
    await expect(readServeFlags(['--config', join(folder, 'none')])).rejects.toThrow('there is no such file');
  });
});
