/**
 * EndpointSlice mirroring controller: mirrors Endpoints that users write for Services without selectors into slices,
 * for clients that read only slices.
 */
import type { Endpoints, Service, StoredEndpointSlice } from '@keelson/api';
import { objectKey, splitObjectKey, type CachedObject, type Informer } from '@keelson/informers';

import { refusedError } from '../client/controller-client.ts';
import { referenceTo } from '../events/event-recorder.ts';
import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler } from '../frame/reconciler.ts';
import { keysOfManaged, ManagedSlices } from './managed-slices.ts';
import { mirroredAnnotations, mirroredLabels, planMirror, type MirrorPlan } from './plan-mirror.ts';
import { removeSlice, writeSlices } from './slice-writer.ts';

const name = 'endpointslicemirroring';
const manager = 'endpointslicemirroring-controller.k8s.io';
const keysOf = keysOfManaged(manager);
const skipLabel = 'endpointslice.kubernetes.io/skip-mirror';
const leaderAnnotation = 'control-plane.alpha.kubernetes.io/leader';

export const mirroringController: ControllerDefinition = {
  name,
  account: 'endpointslicemirroring-controller',
  workers: 5,
  start: (context) => startMirroringController(context),
};

interface Parts {
  readonly context: ControllerContext;
  readonly services: Informer<Service>;
  readonly endpoints: Informer<Endpoints>;
  readonly managed: ManagedSlices;
}

function startMirroringController(context: ControllerContext): LedController {
  const { kinds, informers, settings } = context;
  const services = informers.informer<Service>(kinds.services);
  const endpoints = informers.informer<Endpoints>(kinds.endpoints);
  const slices = informers.informer<StoredEndpointSlice>(kinds.endpointSlices);
  const managed = new ManagedSlices(slices, keysOf);
  const reconciler = startReconciler(context, {
    queue: 'endpoint_slice_mirroring',
    name,
    informers: [services, endpoints, slices],
    reconcile: (key) => sync({ context, services, endpoints, managed }, key),
  });
  const batchMs = settings?.get('mirroring-endpointslice-updates-batch-period') ?? 0;
  const enqueue = (object: CachedObject<unknown>): void => reconciler.queue.addAfter(objectKey(object), batchMs);
  const handler = {
    onAdd: enqueue,
    onUpdate: (_: unknown, object: CachedObject<unknown>) => enqueue(object),
    onDelete: enqueue,
  };
  reconciler.onStop(services.addHandler(handler));
  reconciler.onStop(endpoints.addHandler(handler));
  reconciler.onStop(managed.follow((key) => reconciler.queue.add(key)));
  return reconciler;
}

async function sync(parts: Parts, key: string) {
  const { context, services, endpoints, managed } = parts;
  const { namespace, name: ofService } = splitObjectKey(key);
  if (managed.isBehind(key, namespace)) return { waits: true } as const;
  const service = services.get({ namespace, name: ofService });
  const found = endpoints.get({ namespace, name: ofService });
  if (service === undefined || found?.decoded.ok !== true || !isMirrored(found.object)) {
    for (const slice of managed.of(key)) await removeSlice(context, managed.written, key, slice);
    return undefined;
  }
  if (service.decoded.ok && service.object.spec.selector === undefined) await mirror(parts, key, found);
  return undefined;
}

async function mirror({ context, managed }: Parts, key: string, found: CachedObject<Endpoints>): Promise<void> {
  const labels = mirroredLabels(found.object, manager);
  const annotations = mirroredAnnotations(found.object);
  const mostPerSubset = context.settings?.get('mirroring-max-endpoints-per-subset') ?? 1_000;
  const existing = managed.of(key);
  const plan = planMirror({ endpoints: found.object, existing, labels, annotations, mostPerSubset });
  tell(context, found, { ...plan, mostPerSubset });
  const owner = {
    key,
    resource: context.kinds.endpoints,
    object: found,
    labels,
    annotationsOf: () => annotations,
    onRefusal: refusedError,
  };
  await writeSlices(context, managed.written, owner, plan.changes);
}

/** Endpoints with the skip label, and those that serve as a leader election record, are not mirrored. */
function isMirrored({ metadata: { labels = {}, annotations = {} } }: Endpoints): boolean {
  return labels[skipLabel] !== 'true' && annotations[leaderAnnotation] === undefined;
}

type Skipped = Pick<MirrorPlan, 'invalidAddresses' | 'skippedAddresses'> & { readonly mostPerSubset: number };

function tell({ events, kinds }: ControllerContext, endpoints: CachedObject<Endpoints>, skipped: Skipped): void {
  const { invalidAddresses: invalid, skippedAddresses: many, mostPerSubset } = skipped;
  const record = (reason: string, message: string): void =>
    events.record({ about: referenceTo(kinds.endpoints, endpoints), type: 'Warning', reason, message });
  if (invalid > 0)
    record('InvalidIPAddress', `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`);
  if (many === 0) return;
  const most = `A max of ${mostPerSubset} addresses can be mirrored to EndpointSlices per Endpoints subset`;
  record('TooManyAddressesToMirror', `${most}. ${invalid + many} addresses were skipped`);
}
