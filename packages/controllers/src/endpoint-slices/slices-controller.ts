/** EndpointSlice controller: keeps the slices of each Service with a selector in step with the pods it selects. */
import type { Node, Service, StoredEndpointSlice } from '@keelson/api';
import { objectKey, splitObjectKey, type CachedObject, type Informer } from '@keelson/informers';

import { isConflict, refusedError, type ClientRefusal } from '../client/controller-client.ts';
import { followServices, type FollowedServices } from '../endpoints/follow-services.ts';
import { hasKeptEndpoints } from '../endpoints/service-pods.ts';
import { TriggerTimes, withTriggerTime } from '../endpoints/trigger-times.ts';
import { referenceTo } from '../events/event-recorder.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { HintedServices, wantsHints } from './hinted-services.ts';
import { keysOfManaged, ManagedSlices } from './managed-slices.ts';
import { planSlices } from './plan-slices.ts';
import { labelsOfSlice, zoneLabel } from './slice-object.ts';
import { writeSlices } from './slice-writer.ts';

const name = 'endpointslice';
const manager = 'endpointslice-controller.k8s.io';
const keysOf = keysOfManaged(manager);
/** The feature gate of the conditions `serving` and `terminating`. */
const terminatingGate = 'EndpointSliceTerminatingCondition';
const hintsGate = 'TopologyAwareHints';

export const endpointSlicesController: ControllerDefinition = {
  name,
  account: 'endpointslice-controller',
  workers: 5,
  start: (context) => startSlicesController(context),
};

interface Parts {
  readonly context: ControllerContext;
  readonly followed: FollowedServices;
  readonly nodes: Informer<Node>;
  readonly managed: ManagedSlices;
  readonly times: TriggerTimes;
  readonly hinted: HintedServices;
}

function startSlicesController(context: ControllerContext): LedController {
  const { kinds, informers, settings } = context;
  const slices = informers.informer<StoredEndpointSlice>(kinds.endpointSlices);
  const nodes = informers.informer<Node>(kinds.nodes);
  const managed = new ManagedSlices(slices, keysOf);
  const times = new TriggerTimes();
  const hinted = new HintedServices(nodes, context.clock);
  const followed = followServices(context, {
    queue: 'endpoint_slice',
    name,
    informers: [slices as Informer<never>, nodes as Informer<never>],
    batchMs: settings?.get('endpointslice-updates-batch-period') ?? 0,
    reconcile: (key) => sync({ context, followed, nodes, managed, times, hinted }, key),
  });
  const { queue } = followed.reconciler;
  followed.reconciler.onStop(managed.follow((key) => queue.add(key)));
  followed.reconciler.onStop(hinted.follow((key) => queue.add(key)));
  return followed.reconciler;
}

/** Slices of a deleted Service are left to the garbage collector: the Service owns them. */
async function sync({ context, followed, nodes, managed, times, hinted }: Parts, key: string) {
  const { namespace, name: ofService } = splitObjectKey(key);
  const service = followed.services.get({ namespace, name: ofService });
  if (service === undefined) {
    times.delete(key);
    managed.written.delete(key);
    hinted.delete(key);
    return undefined;
  }
  if (!service.decoded.ok || !hasKeptEndpoints(service.object)) return undefined;
  if (managed.isBehind(key, namespace)) return { waits: true } as const;
  const pods = followed.podsOf(service.object);
  const time = times.note(key, service.object, pods);
  const isHinted = wantsHints(service.object) && !context.gatesOff.has(hintsGate);
  const changes = planSlices({
    service: service.object,
    pods,
    existing: managed.of(key),
    mostPerSlice: context.settings?.get('max-endpoints-per-slice') ?? 100,
    showsTerminating: !context.gatesOff.has(terminatingGate),
    zoneOf: (node) => nodes.get({ name: node })?.head.labels[zoneLabel],
    podKind: context.kinds.pods.kind,
    zoneShares: isHinted ? hinted.shares() : undefined,
  });
  hinted.note(key, isHinted ? changes.hinted : undefined);
  const owner = {
    key,
    resource: context.kinds.services,
    object: service,
    labels: labelsOfSlice(service.object, manager),
    annotationsOf: (before: Readonly<Record<string, string>> | undefined) => withTriggerTime(before, time),
    onRefusal: (refusal: ClientRefusal) => tell(context, service, refusal),
  };
  await writeSlices(context, managed.written, owner, changes);
  return undefined;
}

/** Records an Event of a refused write, except for conflicts: the retry starts from the newer slice. */
function tell(context: ControllerContext, service: CachedObject<Service>, refusal: ClientRefusal): Error {
  if (!isConflict(refusal)) {
    context.events.record({
      about: referenceTo(context.kinds.services, service),
      type: 'Warning',
      reason: 'FailedToUpdateEndpointSlices',
      message: `Error updating Endpoint Slices for Service ${objectKey(service)}: ${refusal.status.message ?? ''}`,
    });
  }
  return refusedError(refusal);
}
