/** Tells controllers of namespaces as the watch cache takes them in: live, terminating, or deleted. */
import type { CachedObject, Informers } from '@keelson/informers';

/** Handlers are called again for known namespaces. They must be quick, as they run between other work. */
export interface NamespaceHandlers {
  /** `isNew`: it was made just now, rather than there when this began. */
  readonly onLive?: (name: string, circumstances: { readonly isNew: boolean }) => void;
  readonly onTerminating: (name: string) => void;
  readonly onGone: (name: string) => void;
}

/** Returns a function that stops it. */
export function followNamespaces(informers: Informers, handlers: NamespaceHandlers): () => void {
  const [namespaces] = informers.resources.where(({ holdsNamespaces }) => holdsNamespaces === true);
  if (namespaces === undefined) return () => undefined;

  const tell = ({ name, head }: CachedObject<unknown>, isNew: boolean): void => {
    if (head.deletionTimestamp !== undefined) handlers.onTerminating(name);
    else handlers.onLive?.(name, { isNew });
  };

  return informers.informer(namespaces.stored).addHandler({
    onAdd: (namespace, { isInitial }) => tell(namespace, !isInitial),
    onUpdate: (_, namespace) => tell(namespace, true),
    onDelete: ({ name }) => handlers.onGone(name),
  });
}
