import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { admissionConfigurationOf } from './admission-config.ts';
import type { ServeValues } from './values.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-admission-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function readWith(text: string): Promise<unknown> {
  const path = join(folder, 'admission.yaml');
  await writeFile(path, text);
  return admissionConfigurationOf({ 'admission-control-config-file': path } as ServeValues);
}

const configuration = (plugin: string, file: string): string => `
kind: AdmissionConfiguration
plugins:
  - name: ${plugin}
    configuration: { kind: WebhookAdmissionConfiguration, kubeConfigFile: ${file} }
`;

describe('--admission-control-config-file', () => {
  it('has the credentials of webhooks by the names of their servers, for each plugin', async () => {
    const users = [
      '{ name: hook.example.com, user: { token: secret } }',
      "{ name: '*.svc', user: { username: me, password: word } }",
    ];
    await writeFile(join(folder, 'hooks.yaml'), `users: [${users.join(', ')}]`);
    expect(await readWith(configuration('ValidatingAdmissionWebhook', 'hooks.yaml'))).toEqual({
      webhookCredentials: {
        mutating: new Map(),
        validating: new Map<string, object>([
          ['hook.example.com', { token: 'secret' }],
          ['*.svc', { username: 'me', password: 'word' }],
        ]),
      },
    });
    expect(await admissionConfigurationOf({} as ServeValues)).toEqual({});
  });

  it('has the credentials of both plugins, each of its own', async () => {
    await writeFile(join(folder, 'a.yaml'), 'users: [{ name: a, user: { token: one } }]');
    await writeFile(join(folder, 'b.yaml'), 'users: [{ name: b, user: { token: two } }]');
    const second = configuration('MutatingAdmissionWebhook', 'b.yaml').split('plugins:')[1] ?? '';
    expect(await readWith(configuration('ValidatingAdmissionWebhook', 'a.yaml') + second)).toEqual({
      webhookCredentials: {
        mutating: new Map([['b', { token: 'two' }]]),
        validating: new Map([['a', { token: 'one' }]]),
      },
    });
  });

  it('has the resources that may not be used without a quota', async () => {
    const scope = '{ scopeName: PriorityClass, operator: In, values: [high] }';
    const text = `
kind: AdmissionConfiguration
plugins:
  - name: ResourceQuota
    configuration:
      apiVersion: apiserver.config.k8s.io/v1
      kind: ResourceQuotaConfiguration
      limitedResources:
        - { resource: pods, matchScopes: [${scope}] }
        - { apiGroup: apps, resource: deployments, matchContains: [count/] }
`;
    const limitedResources = [
      {
        group: '',
        plural: 'pods',
        matchContains: [],
        matchScopes: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }],
      },
      { group: 'apps', plural: 'deployments', matchContains: ['count/'], matchScopes: [] },
    ];
    expect(await readWith(text)).toEqual({ limitedResources });
    await expect(readWith(text.replace('[count/]', 'count/'))).rejects.toThrow('matchContains is no list of texts');
  });

  it.each([
    ['another kind', 'kind: Other', 'the kind is not AdmissionConfiguration'],
    [
      'a plugin without a configuration',
      configuration('EventRateLimit', 'x'),
      'the plugin EventRateLimit has nothing that is configured here',
    ],
    ['a file that is missing', configuration('MutatingAdmissionWebhook', 'none.yaml'), 'there is no such file'],
  ])('refuses %s', async (_what, text, message) => {
    await expect(readWith(text)).rejects.toThrow(message);
  });
});
