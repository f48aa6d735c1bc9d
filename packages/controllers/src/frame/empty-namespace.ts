/** Deletes the contents of a terminating namespace once, and its finalizer if nothing is left. */
import type { EmptyElsewhere, RegistryEngine } from '@keelson/registry';

export interface EmptyingResult {
  /** Nothing is left to do: the namespace is gone, or only finalizers of others hold it. */
  readonly isEmpty: boolean;
}

/** A namespace that is not terminating stays as it is. Rejects on an unknown failure, after which it is retried. */
export type EmptyNamespace = (name: string) => Promise<EmptyingResult>;

/** Deletes through the registry of this process, which knows all kinds that it has stored, whether or not they are served. */
export function createRegistryEmptier(
  registry: Pick<RegistryEngine, 'emptyNamespace'>,
  emptyElsewhere?: EmptyElsewhere,
): EmptyNamespace {
  return async (name) => {
    const emptied = await registry.emptyNamespace(name, emptyElsewhere);
    return { isEmpty: emptied.ok && emptied.value.remaining === 0 };
  };
}
