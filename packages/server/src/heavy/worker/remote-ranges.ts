/** The ranges of the cluster as a worker has them: what is free, the main thread knows. */
import { claimKey, type WriteRanges } from '@keelson/registry';

import { nameOfPlace } from '../places.ts';
import type { Services } from '../services.ts';

export function createRemoteRanges(prefix: string, services: Services): WriteRanges {
  return {
    begin: () => ({
      allocate: async ({ stored, object, old, isDryRun, deadline }) => {
        const place = nameOfPlace({ resource: stored });
        const allocated = await services.allocate({ place, object, old, isDryRun, deadline });
        if ('refusal' in allocated) return allocated.refusal;
        Object.assign(object, allocated.object);
        return undefined;
      },
      end: (revision) => void services.endAllocation(revision).catch(() => undefined),
    }),
    keyOf: (claim) => claimKey(prefix, claim),
    catchUp: (deadline) => services.catchUpRanges(deadline),
  };
}
