import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { authorizersOf, reviewServerOf } from './authorizers.ts';
import { serveFlags } from './flags.ts';
import { parseFlags } from './parse-flags.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-authorizers-'));
});
afterAll(() => rm(folder, { recursive: true }));

const choose = (...args: string[]) => authorizersOf(parseFlags(serveFlags, args));

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const webhook = JSON.stringify({
  'current-context': 'a',
  contexts: [{ name: 'a', context: { cluster: 'b', user: 'c' } }],
  clusters: [{ name: 'b', cluster: { server: 'https://127.0.0.1:1/authorize' } }],
  users: [{ name: 'c', user: { token: 'secret' } }],
});

describe('--authorization-mode', () => {
  it('is RBAC unless something else is said', async () => {
    expect(await choose()).toEqual(['RBAC']);
  });

  it('takes several, in order', async () => {
    const [first, , last] = await choose('--authorization-mode=Node,AlwaysDeny,RBAC');
    expect([first, last]).toEqual(['Node', 'RBAC']);
  });

  it('refuses none, and one twice', async () => {
    await expect(choose('--authorization-mode=')).rejects.toThrow('needs at least one mode');
    await expect(choose('--authorization-mode=RBAC,RBAC')).rejects.toThrow('names RBAC twice');
  });

  it('needs a file for Webhook, and Webhook for the file', async () => {
    await expect(choose('--authorization-mode=Webhook')).rejects.toThrow('needs --authorization-webhook-config-file');
    const path = await write('ok', webhook);
    const flag = `--authorization-webhook-config-file=${path}`;
    await expect(choose(flag)).rejects.toThrow('needs Webhook in --authorization-mode');
    expect(await choose('--authorization-mode=Webhook', flag)).toHaveLength(1);
  });
});

it('a webhook is sent reviews of its own domain', async () => {
  const file = await write('domain', webhook);
  const flags = ['--authorization-mode=Webhook', `--authorization-webhook-config-file=${file}`, '--domain=own.test'];
  expect(await choose(...flags)).toMatchObject([{ kind: 'webhook', domain: 'own.test' }]);
  const named = await choose(...flags, '--authorization-webhook-domain=k8s.io');
  expect(named).toMatchObject([{ kind: 'webhook', domain: 'k8s.io' }]);
});

describe('the file of a webhook', () => {
  it('says where to ask, and as who', async () => {
    expect(await reviewServerOf('flag', await write('server', webhook))).toMatchObject({
      url: 'https://127.0.0.1:1/authorize',
      token: 'secret',
      skipsVerification: false,
    });
  });

  it.each([
    ['a: [', /^--flag .*\/broken: line 1: /],
    ['{}', /there is no current-context/],
    [webhook.replace('"b"', '"x"'), /^--flag .*\/broken: line 1: there is no cluster "x"$/],
    [webhook.replace('https://', ''), /the server "127\.0\.0\.1:1\/authorize" is no URL of https or http/],
  ])('that is broken is refused with its path and what is wrong: %s', async (text, expected) => {
    await expect(reviewServerOf('flag', await write('broken', text))).rejects.toThrow(expected);
    await expect(reviewServerOf('flag', join(folder, 'none'))).rejects.toThrow('/none: there is no such file');
  });
});
