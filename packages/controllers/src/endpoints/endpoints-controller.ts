/** Controller of Endpoints: keeps those of each Service with a selector, out of the pods that it selects. */
import { isDeepStrictEqual } from 'node:util';

import type { Endpoints, Service } from '@keelson/api';
import type { NamespacedName } from '@keelson/cache';
import { objectKey, splitObjectKey, type CachedObject, type Informer } from '@keelson/informers';

import {
  isAlreadyExists,
  isConflict,
  isNamespaceEnding,
  isNotFound,
  refusedError,
  type ClientRefusal,
} from '../client/controller-client.ts';
import { isReady, type CachedPod } from '../dependents/pod-facts.ts';
import { referenceTo } from '../events/event-recorder.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { followServices, type FollowedServices } from './follow-services.ts';
import { packSubsets, truncateSubsets, type OfferedAddress, type Subset, type SubsetPort } from './pack-subsets.ts';
import {
  addressOf,
  familyOf,
  findPort,
  hasKeptEndpoints,
  hasNoAddress,
  hostnameOf,
  isEndpoint,
  isHeadless,
  type AddressFamily,
} from './service-pods.ts';
import { triggerTimeAnnotation, TriggerTimes, withTriggerTime } from './trigger-times.ts';

const name = 'endpoint';
const headlessLabel = 'service.kubernetes.io/headless';
const overCapacity = 'endpoints.kubernetes.io/over-capacity';

export const endpointsController: ControllerDefinition = {
  name,
  account: 'endpoint-controller',
  workers: 5,
  start: startEndpointsController,
};

interface Parts {
  readonly context: ControllerContext;
  readonly followed: FollowedServices;
  readonly endpoints: Informer<Endpoints>;
  readonly times: TriggerTimes;
}

function startEndpointsController(context: ControllerContext): LedController {
  const endpoints = context.informers.informer<Endpoints>(context.kinds.endpoints);
  const times = new TriggerTimes();
  const followed = followServices(context, {
    queue: 'endpoint',
    name,
    informers: [endpoints as Informer<never>],
    batchMs: context.settings?.get('endpoint-updates-batch-period') ?? 0,
    reconcile: (key) => sync({ context, followed, endpoints, times }, key),
  });
  const { queue } = followed.reconciler;
  followed.reconciler.onStop(
    endpoints.addHandler({
      // Endpoints whose Service was deleted while there was no leader; the annotation marks this controller's own.
      onAdd: (each, { isInitial }) => {
        if (isInitial && triggerTimeAnnotation in annotationsOf(each)) queue.add(objectKey(each));
      },
      onDelete: (each) => queue.add(objectKey(each)),
    }),
  );
  return followed.reconciler;
}

function annotationsOf({ decoded }: CachedObject<Endpoints>): Readonly<Record<string, string>> {
  return (decoded.ok ? decoded.object.metadata.annotations : undefined) ?? {};
}

async function sync(parts: Parts, key: string): Promise<undefined> {
  const { context, followed, endpoints, times } = parts;
  const place = splitObjectKey(key);
  const service = followed.services.get(place);
  if (service === undefined) {
    times.delete(key);
    if (endpoints.get(place) !== undefined) await remove(context, place);
    return undefined;
  }
  if (!service.decoded.ok || !hasKeptEndpoints(service.object)) return undefined;
  const pods = followed.podsOf(service.object);
  const time = times.note(key, service.object, pods);
  const known = endpoints.get(place);
  if (known?.decoded.ok === false) return undefined;
  const { kind: podKind } = context.kinds.pods;
  const wanted = wantedEndpoints({ service: service.object, pods, podKind }, known?.object, time);
  if (wanted === undefined) return undefined;
  const target = { resource: context.kinds.endpoints, namespace: place.namespace };
  const written =
    known === undefined
      ? await context.client.create(target, wanted)
      : await context.client.update({ ...target, name: place.name }, wanted);
  if (!written.ok) refuse(parts, { service, isNew: known === undefined }, written);
  return undefined;
}

async function remove({ client, kinds }: ControllerContext, place: NamespacedName): Promise<void> {
  const deleted = await client.delete({ resource: kinds.endpoints, ...place });
  if (!deleted.ok && !isNotFound(deleted)) throw refusedError(deleted);
}

function refuse(
  { context }: Parts,
  of: { service: CachedObject<Service>; isNew: boolean },
  refusal: ClientRefusal,
): never | undefined {
  const { service, isNew } = of;
  if (isNew && isNamespaceEnding(refusal)) return undefined;
  if (!isConflict(refusal) && !isAlreadyExists(refusal)) {
    const verb = isNew ? 'create' : 'update';
    const what = isNew ? 'endpoint for service' : 'endpoint';
    context.events.record({
      about: { ...referenceTo(context.kinds.endpoints, service), uid: '' },
      type: 'Warning',
      reason: isNew ? 'FailedToCreateEndpoint' : 'FailedToUpdateEndpoint',
      message: `Failed to ${verb} ${what} ${objectKey(service)}: ${refusal.status.message ?? ''}`,
    });
  }
  throw refusedError(refusal);
}

/** `undefined` where what is stored is what is wanted; the time of a change alone is no reason to write. */
interface Behind {
  readonly service: Service;
  readonly pods: readonly CachedPod[];
  readonly podKind: string;
}

function wantedEndpoints(behind: Behind, known: Endpoints | undefined, time: string | undefined): object | undefined {
  const { service } = behind;
  const { subsets, isTruncated } = truncateSubsets(subsetsOf(behind));
  const { [headlessLabel]: _, ...ofService } = service.metadata.labels ?? {};
  const labels = { ...ofService, ...(hasNoAddress(service) && { [headlessLabel]: '' }) };
  const { name: own, namespace } = service.metadata;
  const before = known?.metadata;
  const { [overCapacity]: mark, ...others } = withTriggerTime(before?.annotations, time);
  if (
    known !== undefined &&
    isSame(known.subsets ?? [], subsets) &&
    isSame(known.metadata.labels ?? {}, labels) &&
    (mark === 'truncated') === isTruncated
  ) {
    return undefined;
  }
  const annotations = { ...others, ...(isTruncated && { [overCapacity]: 'truncated' }) };
  return { metadata: { ...before, name: own, namespace, labels, annotations }, subsets };
}

/** The order of fields does not count, nor how the objects were made. */
function isSame(one: object, other: object): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}

function subsetsOf({ service, pods, podKind }: Behind): Subset[] {
  const { publishNotReadyAddresses = false } = service.spec;
  const ports = service.spec.ports ?? [];
  const offers = pods.flatMap((pod): OfferedAddress[] => {
    if (!isEndpoint(pod, publishNotReadyAddresses)) return [];
    const ip = addressOf(pod, familyFor(service, pod));
    if (ip === undefined) return [];
    const offered = ports.flatMap((port): SubsetPort[] => {
      const number = findPort(pod, port);
      if (number === undefined) return [];
      const { name: ofPort = '', protocol = 'TCP', appProtocol } = port;
      return [
        {
          ...(ofPort !== '' && { name: ofPort }),
          port: number,
          protocol,
          ...(appProtocol !== undefined && { appProtocol }),
        },
      ];
    });
    // A headless Service may have no ports at all.
    if (offered.length === 0 && !(ports.length === 0 && isHeadless(service))) return [];
    const hostname = hostnameOf(service, pod);
    const { nodeName = '' } = pod.object.spec;
    const address = {
      ip,
      ...(hostname !== undefined && { hostname }),
      ...(nodeName !== '' && { nodeName }),
      targetRef: { kind: podKind, namespace: pod.namespace, name: pod.name, uid: pod.head.uid },
    };
    return [{ address, isReady: publishNotReadyAddresses || isReady(pod), ports: offered }];
  });
  return packSubsets(offers);
}

function familyFor({ spec }: Service, { object: { status } }: CachedPod): AddressFamily {
  const [first] = spec.ipFamilies ?? [];
  if (first === 'IPv4' || first === 'IPv6') return first;
  const { clusterIP = '' } = spec;
  return familyOf(clusterIP !== '' && clusterIP !== 'None' ? clusterIP : (status.podIP ?? ''));
}
