/** Reads the flags that configure authorizers, in their order. */
import { alwaysAllow, alwaysDeny, type ReviewServer } from '@keelson/auth';
import type { AuthorizerChoice } from '@keelson/server';

import { KubeconfigError } from '../client/config-entry.ts';
import { readKubeconfig } from '../client/kubeconfig.ts';
import { UsageError } from '../terminal.ts';
import type { ValuesOf } from './flag.ts';
import type { serveFlags } from './flags.ts';

type Values = ValuesOf<typeof serveFlags>;

export async function authorizersOf(values: Values): Promise<readonly AuthorizerChoice[]> {
  const modes = values['authorization-mode'];
  if (modes.length === 0) throw new UsageError('--authorization-mode needs at least one mode');
  const twice = modes.find((mode, at) => modes.indexOf(mode) !== at);
  if (twice !== undefined) throw new UsageError(`--authorization-mode names ${twice} twice`);
  if (values['authorization-webhook-config-file'] !== undefined && !modes.includes('Webhook')) {
    throw new UsageError('--authorization-webhook-config-file needs Webhook in --authorization-mode');
  }
  const chosen: AuthorizerChoice[] = [];
  for (const mode of modes) chosen.push(...(await choicesOf(mode, values)));
  return chosen;
}

async function choicesOf(mode: string, values: Values): Promise<readonly AuthorizerChoice[]> {
  switch (mode) {
    case 'RBAC':
      return ['RBAC'];
    case 'Webhook':
      return [await webhookOf(values)];
    case 'AlwaysAllow':
      return [alwaysAllow];
    case 'AlwaysDeny':
      return [alwaysDeny];
    default:
      return ['Node'];
  }
}

async function webhookOf(values: Values): Promise<AuthorizerChoice> {
  const path = values['authorization-webhook-config-file'];
  if (path === undefined)
    throw new UsageError('--authorization-mode Webhook needs --authorization-webhook-config-file');
  return {
    kind: 'webhook',
    server: await reviewServerOf('authorization-webhook-config-file', path),
    domain: values['authorization-webhook-domain'] ?? values.domain,
    version: values['authorization-webhook-version'] === 'v1' ? 'v1' : 'v1beta1',
    allowedMs: values['authorization-webhook-cache-authorized-ttl'],
    refusedMs: values['authorization-webhook-cache-unauthorized-ttl'],
  };
}

/** The server that reviews are sent to, from a file in the form of a kubeconfig; errors name the flag. */
export async function reviewServerOf(flag: string, path: string): Promise<ReviewServer> {
  try {
    const connection = await readKubeconfig({ path, context: undefined, env: {} });
    return { ...connection, url: connection.server, skipsVerification: connection.isUnverified };
  } catch (error) {
    if (error instanceof KubeconfigError) throw new UsageError(`--${flag} ${error.message}`, { cause: error });
    throw error;
  }
}
