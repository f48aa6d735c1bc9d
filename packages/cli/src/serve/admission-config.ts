/** The file of --admission-control-config-file: the credentials that webhooks are shown, out of kubeconfigs. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { TargetCredentials } from '@keelson/callouts';
import type { WebhookCredentials } from '@keelson/server';

import { KubeconfigError, parseKubeconfig, type ConfigEntry, type ConfigFile } from '../client/config-entry.ts';
import { readUserCredentials } from '../client/credentials.ts';
import { UsageError } from '../terminal.ts';
import type { ServeValues } from './values.ts';

const flag = 'admission-control-config-file';

const phases: Readonly<Record<string, keyof WebhookCredentials>> = {
  MutatingAdmissionWebhook: 'mutating',
  ValidatingAdmissionWebhook: 'validating',
};

export async function webhookCredentialsOf(values: ServeValues): Promise<WebhookCredentials | undefined> {
  const path = values[flag];
  if (path === undefined) return undefined;
  try {
    return await readConfiguration(path);
  } catch (error) {
    if (error instanceof KubeconfigError) throw new UsageError(`--${flag} ${error.message}`, { cause: error });
    throw error;
  }
}

async function readConfiguration(path: string): Promise<WebhookCredentials> {
  const config = parseKubeconfig(await read(path));
  expectKind(config, 'AdmissionConfiguration');
  const none = new Map<string, TargetCredentials>();
  const found = { mutating: none, validating: none };
  for (const plugin of config.list('plugins')) {
    const name = plugin.text('name') ?? plugin.fail('name', 'the plugin has no name');
    const phase = phases[name] ?? plugin.fail('name', `the plugin ${name} has nothing that is configured here`);
    found[phase] = await credentialsOf(plugin, dirname(path));
  }
  return found;
}

/** The configuration of a plugin stands in place, or in a file of its own. */
async function credentialsOf(plugin: ConfigEntry, folder: string): Promise<Map<string, TargetCredentials>> {
  const path = plugin.text('path');
  const own = path === undefined ? plugin.entry('configuration') : parseKubeconfig(await read(resolve(folder, path)));
  expectKind(own, 'WebhookAdmissionConfiguration');
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

function expectKind(config: ConfigEntry, kind: string): void {
  if (config.text('kind') !== kind) config.fail('kind', `the kind is not ${kind}`);
}

async function read(path: string): Promise<ConfigFile> {
  try {
    return { path, text: await readFile(path, 'utf8') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new KubeconfigError(`${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`, { cause: error });
  }
}
