/** Notifies controllers of namespaces as the watch cache takes them in: live, terminating, or deleted. */
import type { ObjectVersion } from '@keelson/cache';
import { isTerminating } from '@keelson/informers';
import type { Engine } from '@keelson/registry';
import type { Logger } from '@keelson/telemetry';

/** Handlers are called again for known namespaces. They must be quick, as they run between other work. */
export interface NamespaceHandlers {
  /** `isNew`: it was made just now, rather than there when this began. */
  readonly onLive?: (name: string, circumstances: { readonly isNew: boolean }) => void;
  readonly onTerminating: (name: string) => void;
  readonly onGone: (name: string) => void;
}

/** Returns a function that stops it. A namespace that cannot be read is logged, and calls no handler. */
export function followNamespaces(registry: Engine, handlers: NamespaceHandlers, logger: Logger): () => void {
  const store = registry.stores().find(({ stored }) => stored.holdsNamespaces === true);
  if (store === undefined) return () => undefined;

  const tell = (name: string, version: ObjectVersion, isNew: boolean): void => {
    try {
      if (isTerminating(version)) handlers.onTerminating(name);
      else handlers.onLive?.(name, { isNew });
    } catch (error) {
      logger.warn('a namespace cannot be read', { namespace: name, error });
    }
  };

  return store.cache.addEventHandler({
    onState: (namespaces) => {
      for (const [{ name }, version] of namespaces) tell(name, version, false);
    },
    onChange: ({ name }, version) => {
      if (version === undefined) handlers.onGone(name);
      else tell(name, version, true);
    },
  });
}
