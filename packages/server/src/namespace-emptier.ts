/**
 * Sees to it that namespaces that are going are emptied and let go of. Several replicas
 * may do so at once: what one has deleted, another finds gone.
 */
import type { ObjectVersion } from '@keelson/cache';
import type { Engine } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

export interface EmptierParts {
  readonly registry: Engine;
  readonly scheme: Scheme;
}

/** While something is left: held by finalizers, or by a store that does not answer. */
const firstRetryMs = 200;
const longestRetryMs = 10_000;
const restartMs = 1_000;

/** Returns what stops it. */
export function emptyNamespacesThatGo({ registry, scheme }: EmptierParts, logger: Logger): () => void {
  const resource = scheme.resources().find(({ holdsNamespaces }) => holdsNamespaces === true);
  if (resource === undefined) return () => undefined;
  const timers = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  let close = (): void => undefined;

  const empty = async (name: string, retryMs: number): Promise<void> => {
    timers.delete(name);
    const emptied = await registry.emptyNamespace(name);
    if (isStopped || (emptied.ok && emptied.value.remaining === 0)) return;
    later(name, Math.min(retryMs * 2, longestRetryMs));
  };
  const later = (name: string, retryMs: number): void => {
    if (isStopped || timers.has(name)) return;
    const run = (): void => {
      empty(name, retryMs).catch((error: unknown) => {
        logger.warn('a namespace could not be emptied', { namespace: name, error });
        later(name, Math.min(retryMs * 2, longestRetryMs));
      });
    };
    timers.set(name, setTimeout(run, retryMs).unref());
  };
  const follow = (): void => {
    const opened = registry.watch(
      { resource },
      { resourceVersion: '0' },
      {
        encoder: { encodeEvent: (_type, object) => nameIfGoing(object), encodeBookmark: () => nothing },
        sink: {
          onChunks: (names) => {
            for (const name of names) if (name.length > 0) later(Buffer.from(name).toString(), firstRetryMs);
            return true;
          },
          onEnd: () => {
            if (!isStopped) setTimeout(follow, restartMs).unref();
          },
        },
      },
    );
    if (opened.ok) close = () => opened.value.close();
  };

  follow();
  return () => {
    isStopped = true;
    close();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

const nothing = Buffer.alloc(0);

/** Off the bytes: parsing every namespace for one of its fields would be waste. */
function nameIfGoing({ key, value }: ObjectVersion): Uint8Array {
  return value.includes('"deletionTimestamp":"') ? Buffer.from(key.slice(key.lastIndexOf('/') + 1)) : nothing;
}
