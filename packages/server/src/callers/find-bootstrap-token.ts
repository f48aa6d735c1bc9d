/** Bootstrap tokens, out of the secrets of the system that hold them. */
import type { KeptToken } from '@keelson/auth';
import type { ObjectVersion } from '@keelson/cache';
import type { Engine } from '@keelson/registry';
import { when } from '@keelson/telemetry';

const namespace = 'kube-system';

export type FindToken = (id: string) => KeptToken | undefined | Promise<KeptToken | undefined>;

/** From memory; the store is asked where that knows nothing. */
export function createTokenFinder(registry: () => Engine | undefined): FindToken {
  return (id) => {
    const store = registry()
      ?.stores()
      .find(({ stored }) => stored.group === '' && stored.plural === 'secrets');
    if (store === undefined) return undefined;
    const name = `bootstrap-token-${id}`;
    const found = store.cache.peek({ namespace, name });
    if (found !== undefined) return readToken(found);
    return when(store.cache.get({ namespace, name }), (got) =>
      got.ok && got.object !== undefined ? readToken(got.object) : undefined,
    );
  };
}

interface Secret {
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly metadata: { readonly deletionTimestamp?: string };
}

function readToken({ value }: ObjectVersion): KeptToken {
  const { type = '', data = {}, metadata } = JSON.parse(value.toString('utf8')) as Secret;
  const decoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64').toString('utf8')]);
  return {
    type,
    data: Object.fromEntries(decoded) as Record<string, string>,
    isGoing: metadata.deletionTimestamp !== undefined,
  };
}
