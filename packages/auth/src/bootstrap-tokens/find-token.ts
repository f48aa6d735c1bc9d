/** Bootstrap tokens, out of the secrets of the system that hold them. */
import type { CachedObject, Informers } from '@keelson/informers';
import type { Resource } from '@keelson/schema';
import { when } from '@keelson/telemetry';

import type { KeptToken } from './bootstrap-authenticator.ts';

const namespace = 'kube-system';

export type FindToken = (id: string) => KeptToken | undefined | Promise<KeptToken | undefined>;

interface Secret {
  readonly type?: string | undefined;
  /** In base64. */
  readonly data?: Readonly<Record<string, string>> | undefined;
}

/** One that cannot be read is no token. */
export function createTokenFinder({ resources, lister }: Pick<Informers, 'resources' | 'lister'>): FindToken {
  const [found] = resources.where(holdsBootstrapTokens);
  if (found === undefined) return () => undefined;
  const secrets = lister<Secret>(found.stored);
  return (id) => {
    const secret = secrets.getReadable({ namespace, name: `bootstrap-token-${id}` });
    return when(secret, readToken);
  };
}

function holdsBootstrapTokens({ purpose }: Resource): boolean {
  return purpose?.kind === 'boundObject' && purpose.holdsBootstrapTokens === true;
}

function readToken(secret: CachedObject<Secret> | undefined): KeptToken | undefined {
  if (secret?.decoded.ok !== true) return undefined;
  const { type = '', data = {} } = secret.decoded.object;
  const decoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64').toString('utf8')]);
  return {
    type,
    data: Object.fromEntries(decoded) as Record<string, string>,
    isGoing: secret.head.deletionTimestamp !== undefined,
  };
}
