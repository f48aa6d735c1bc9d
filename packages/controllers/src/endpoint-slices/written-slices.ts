/**
 * Writes of slices that the informer does not show yet. A plan made from a stale informer would create slices twice.
 */
import type { StoredEndpointSlice } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';

type Write = { readonly kind: 'put'; readonly revision: number } | { readonly kind: 'delete'; readonly uid: string };

export class WrittenSlices {
  /** By the key of the Service, then by the name of the slice. */
  readonly #writes = new Map<string, Map<string, Write>>();

  note(service: string, slice: string, write: Write): void {
    const ofService = this.#writes.get(service);
    if (ofService === undefined) this.#writes.set(service, new Map([[slice, write]]));
    else ofService.set(slice, write);
  }

  /** True until the informer shows every write. The event of a deletion by others drops the write, see `forget`. */
  isBehind(service: string, shown: (slice: string) => CachedObject<StoredEndpointSlice> | undefined): boolean {
    const ofService = this.#writes.get(service);
    if (ofService === undefined) return false;
    for (const [slice, write] of ofService) if (hasCome(write, shown(slice))) ofService.delete(slice);
    if (ofService.size === 0) this.#writes.delete(service);
    return ofService.size > 0;
  }

  /** Drops the write of a slice that was deleted. */
  forget(service: string, slice: string): void {
    this.#writes.get(service)?.delete(slice);
  }

  delete(service: string): void {
    this.#writes.delete(service);
  }
}

function hasCome(write: Write, shown: CachedObject<StoredEndpointSlice> | undefined): boolean {
  if (write.kind === 'delete') return shown?.head.uid !== write.uid;
  return shown !== undefined && shown.version.revision >= write.revision;
}
