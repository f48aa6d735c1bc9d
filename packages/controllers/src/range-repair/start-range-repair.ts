/** Starts range repair, and records its faults as Events of the objects. */
import type { Authorizer } from '@keelson/auth';
import { findControlledKinds } from '@keelson/api';
import type { ClusterRanges } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';

import { createRegistryClient } from '../client/registry-client.ts';
import { systemCaller, type ControllerParts } from '../controller.ts';
import { realClock } from '../controller-clock.ts';
import { createEventRecorder, referenceTo, type EventRecorder } from '../events/event-recorder.ts';
import { repairRanges, type RangeRepair, type RangeRepairParts } from './repair-ranges.ts';

export interface StartRangeRepairParts extends ControllerParts {
  readonly scheme: Scheme;
  readonly storage: RangeRepairParts['storage'];
  readonly releaseLeaks: RangeRepairParts['releaseLeaks'];
  readonly ranges: ClusterRanges;
  readonly authorizer: Authorizer;
}

export function startRangeRepair(parts: StartRangeRepairParts): RangeRepair {
  const { scheme, registry, authorizer, logger } = parts;
  const { events } = findControlledKinds(scheme);
  const client = createRegistryClient({ registry, authorizer, domain: scheme.domain }, systemCaller);
  const recorders = new Map<string, EventRecorder>();
  const recorderOf = (component: string): EventRecorder => {
    const known = recorders.get(component);
    if (known !== undefined) return known;
    const made = createEventRecorder({ client, events, component, clock: realClock, logger });
    recorders.set(component, made);
    return made;
  };
  return repairRanges({
    ...parts,
    onFault: ({ stored }, object, fault) => {
      const described = stored.allocation?.describeFault(fault);
      if (described === undefined) return;
      const { component, reason, message } = described;
      recorderOf(component).record({ about: referenceTo(stored, object), type: 'Warning', reason, message });
    },
  });
}
