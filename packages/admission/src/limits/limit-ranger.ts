/** Gives containers the requests and limits that their namespace has defaults for, and keeps objects within its bounds. */
import type { LimitRange, PersistentVolumeClaim, Pod } from '@keelson/api';

import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { isAbout, isOneOf, objectOf, refuse } from '../request.ts';
import type { Shelves } from '../shelf.ts';
import { checkClaim, checkPod } from './check-limits.ts';
import { fillInLimits } from './fill-in-limits.ts';

export function limitRanger(shelves: Shelves): AdmissionPlugin {
  const ranges = shelves.shelf<LimitRange>('', 'limitranges');
  return {
    name: 'LimitRanger',
    concerns: (request) => isNewPod(request) || isWrittenClaim(request),
    admit: async (request) => {
      if (isNewPod(request))
        for (const range of await ranges.allOrThrow(namespaceOf(request))) fillInLimits(objectOf<Pod>(request), range);
      return undefined;
    },
    validate: async (request) => {
      const check = checkOf(request);
      if (check === undefined) return undefined;
      const wrong = (await ranges.allOrThrow(namespaceOf(request))).flatMap(check);
      if (wrong.length === 0) return undefined;
      return refuse(request, wrong.length === 1 ? (wrong[0] ?? '') : `[${wrong.join(', ')}]`);
    },
  };
}

function checkOf(request: AdmissionRequest): ((range: LimitRange) => string[]) | undefined {
  if (isNewPod(request)) {
    const pod = objectOf<Pod>(request);
    return (range) => checkPod(pod, range);
  }
  if (!isWrittenClaim(request)) return undefined;
  const claim = objectOf<PersistentVolumeClaim>(request);
  return (range) => checkClaim(claim, range);
}

/** What a pod asks for cannot change, so that updates have nothing to be checked for. */
function isNewPod(request: AdmissionRequest): boolean {
  return isAbout(request, '', 'pods') && isOneOf(request, 'create');
}

function isWrittenClaim(request: AdmissionRequest): boolean {
  return isAbout(request, '', 'persistentvolumeclaims') && isOneOf(request, 'create', 'update');
}

function namespaceOf({ place }: AdmissionRequest): string {
  return place.namespace ?? '';
}
