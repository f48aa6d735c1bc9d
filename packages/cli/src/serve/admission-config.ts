/**
 * The file of --admission-control-config-file: the credentials that webhooks are shown, out of kubeconfigs, and the
 * resources that may not be used without a quota.
 */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { LimitedResource } from '@keelson/admission';
import type { TargetCredentials } from '@keelson/callouts';
import type { ServerConfiguration } from '@keelson/server';

import { KubeconfigError, parseKubeconfig, type ConfigEntry, type ConfigFile } from '../client/config-entry.ts';
import { readUserCredentials } from '../client/credentials.ts';
import { UsageError } from '../terminal.ts';
import type { ServeValues } from './values.ts';

const flag = 'admission-control-config-file';

type AdmissionConfiguration = Pick<ServerConfiguration, 'webhookCredentials' | 'limitedResources'>;

/** Reads the configuration of one admission plugin. */
type ReadPlugin = (own: ConfigEntry, folder: string) => AdmissionConfiguration | Promise<AdmissionConfiguration>;

const readers: Readonly<Record<string, ReadPlugin>> = {
  MutatingAdmissionWebhook: async (own, folder) => ({
    webhookCredentials: { ...noCredentials, mutating: await credentialsOf(own, folder) },
  }),
  ValidatingAdmissionWebhook: async (own, folder) => ({
    webhookCredentials: { ...noCredentials, validating: await credentialsOf(own, folder) },
  }),
  ResourceQuota: (own) => ({ limitedResources: limitedResourcesOf(own) }),
};

const noCredentials = {
  mutating: new Map<string, TargetCredentials>(),
  validating: new Map<string, TargetCredentials>(),
};

export async function admissionConfigurationOf(values: ServeValues): Promise<AdmissionConfiguration> {
  const path = values[flag];
  if (path === undefined) return {};
  try {
    return await readConfiguration(path);
  } catch (error) {
    if (error instanceof KubeconfigError) throw new UsageError(`--${flag} ${error.message}`, { cause: error });
    throw error;
  }
}

async function readConfiguration(path: string): Promise<AdmissionConfiguration> {
  const config = parseKubeconfig(await read(path));
  expectKind(config, ['AdmissionConfiguration']);
  let found: AdmissionConfiguration = {};
  for (const plugin of config.list('plugins')) {
    const name = plugin.text('name') ?? plugin.fail('name', 'the plugin has no name');
    const readPlugin = readers[name] ?? plugin.fail('name', `the plugin ${name} has nothing that is configured here`);
    const file = plugin.text('path');
    const own =
      file === undefined ? plugin.entry('configuration') : parseKubeconfig(await read(resolve(dirname(path), file)));
    const { webhookCredentials, limitedResources } = await readPlugin(own, dirname(path));
    found = {
      webhookCredentials: joinCredentials(found.webhookCredentials, webhookCredentials),
      limitedResources: limitedResources ?? found.limitedResources,
    };
  }
  return found;
}

type Credentials = AdmissionConfiguration['webhookCredentials'];

/** Of each phase the later one, where it has any. */
function joinCredentials(before: Credentials, after: Credentials): Credentials {
  if (before === undefined || after === undefined) return after ?? before;
  const later = (phase: keyof typeof after) => (after[phase].size > 0 ? after[phase] : before[phase]);
  return { mutating: later('mutating'), validating: later('validating') };
}

function limitedResourcesOf(own: ConfigEntry): readonly LimitedResource[] {
  expectKind(own, ['ResourceQuotaConfiguration', 'Configuration']);
  return own.list('limitedResources').map((each) => ({
    group: each.text('apiGroup') ?? '',
    plural: each.text('resource') ?? each.fail('resource', 'the limited resource is not named'),
    matchContains: each.texts('matchContains'),
    matchScopes: each.list('matchScopes').map((scope) => ({
      scopeName: scope.text('scopeName') ?? scope.fail('scopeName', 'the scope is not named'),
      operator: scope.text('operator') ?? scope.fail('operator', 'the scope has no operator'),
      values: scope.texts('values'),
    })),
  }));
}

async function credentialsOf(own: ConfigEntry, folder: string): Promise<Map<string, TargetCredentials>> {
  expectKind(own, ['WebhookAdmissionConfiguration']);
  const kubeconfig = own.text('kubeConfigFile');
  if (kubeconfig === undefined) return new Map();
  const file = resolve(folder, kubeconfig);
  const users = new Map<string, TargetCredentials>();
  for (const each of parseKubeconfig(await read(file)).list('users')) {
    const name = each.text('name') ?? each.fail('name', 'the user has no name, which is that of a server');
    users.set(name, await userOf(each.entry('user'), dirname(file)));
  }
  return users;
}

async function userOf(user: ConfigEntry, folder: string): Promise<TargetCredentials> {
  const username = user.text('username');
  if (username === undefined) return readUserCredentials(user, folder);
  return { username, password: user.text('password') ?? '' };
}

function expectKind(config: ConfigEntry, kinds: readonly string[]): void {
  if (!kinds.includes(config.text('kind') ?? '')) config.fail('kind', `the kind is not ${kinds.join(' or ')}`);
}

async function read(path: string): Promise<ConfigFile> {
  try {
    return { path, text: await readFile(path, 'utf8') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new KubeconfigError(`${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`, { cause: error });
  }
}
