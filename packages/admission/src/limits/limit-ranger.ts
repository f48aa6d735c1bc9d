/** LimitRanger: sets the default requests and limits of a namespace and enforces its bounds. */
import type { LimitRange, PersistentVolumeClaim, Pod } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';

import type { PluginParts } from '../plugin-parts.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { isAbout, isOneOf, objectOf, refuse } from '../request.ts';
import { checkClaim, checkPod } from './check-limits.ts';
import { fillInLimits } from './fill-in-limits.ts';

/** Limit on violations in a message: a pod of many containers in a namespace of many limits can have millions. */
const mostNamed = 1_000;

export function limitRanger({ listers, giveWay }: Pick<PluginParts, 'listers' | 'giveWay'>): AdmissionPlugin {
  const ranges = listers.lister<LimitRange>('', 'limitranges');
  return {
    name: 'LimitRanger',
    concerns: (request) => isNewPod(request) || isWrittenClaim(request),
    admit: async (request) => {
      if (isNewPod(request))
        for (const { object: range } of await ranges.listOrThrow(namespaceOf(request)))
          fillInLimits(objectOf<Pod>(request), range);
      return undefined;
    },
    validate: async (request) => {
      const check = checkOf(request);
      if (check === undefined) return undefined;
      const wrong: string[] = [];
      for (const found of findingsOf(await ranges.listOrThrow(namespaceOf(request)), check)) {
        if (wrong.length >= mostNamed) break;
        wrong.push(...found);
        const paused = giveWay();
        if (paused !== undefined) await paused;
      }
      if (wrong.length === 0) return undefined;
      return refuse(request, wrong.length === 1 ? (wrong[0] ?? '') : `[${wrong.join(', ')}]`);
    },
  };
}

type Check = (range: LimitRange) => Iterable<readonly string[]>;

function* findingsOf(ranges: readonly CachedObject<LimitRange>[], check: Check): Iterable<readonly string[]> {
  for (const { object } of ranges) yield* check(object);
}

function checkOf(request: AdmissionRequest): Check | undefined {
  if (isNewPod(request)) {
    const pod = objectOf<Pod>(request);
    return (range) => checkPod(pod, range);
  }
  if (!isWrittenClaim(request)) return undefined;
  const claim = objectOf<PersistentVolumeClaim>(request);
  return (range) => checkClaim(claim, range);
}

/** Resources of a pod are immutable, so that updates need no check. */
function isNewPod(request: AdmissionRequest): boolean {
  return isAbout(request, '', 'pods') && isOneOf(request, 'create');
}

function isWrittenClaim(request: AdmissionRequest): boolean {
  return isAbout(request, '', 'persistentvolumeclaims') && isOneOf(request, 'create', 'update');
}

function namespaceOf({ place }: AdmissionRequest): string {
  return place.namespace ?? '';
}
