/**
 * Controller of the condition `Dangling`: tells of each flow schema whether its priority level exists. Each replica runs
 * it; of several that write at a time, one succeeds.
 */
import type { FlowSchema } from '@keelson/api';
import {
  createBackoff,
  createWorkQueue,
  startWorkers,
  type CachedObject,
  type ReconcileResult,
} from '@keelson/informers';
import type { Registry } from '@keelson/registry';
import { groupVersion, type Resource, type Scheme } from '@keelson/schema';

import { systemCaller, type Controller, type ControllerParts } from '../controller.ts';
import { currentVersion } from './current-version.ts';

const manager = 'api-priority-and-fairness-config-consumer-v1';
const retryMs = 100;
const conflict = 409;
const notFound = 404;

export interface DanglingParts extends ControllerParts {
  readonly scheme: Scheme;
  readonly now?: () => Date;
}

type Condition = NonNullable<FlowSchema['status']['conditions']>[number];

export function startDanglingController(parts: DanglingParts): Controller {
  const { informers, registry, scheme, record, logger, now = () => new Date() } = parts;
  const levels = currentVersion(informers, scheme, 'priorityLevel').informer;
  const { resource, informer } = currentVersion(informers, scheme, 'flowSchema');
  const schemas = informers.informer<FlowSchema>(resource);
  const byLevel = schemas.addIndex(({ object }) => [object.spec.priorityLevelConfiguration.name]);
  const queue = createWorkQueue({
    name: 'priority_and_fairness_config_queue',
    backoff: createBackoff({ baseMs: retryMs, maxMs: 30_000 }),
    ...(record && { record }),
  });
  const enqueue = ({ name }: { readonly name: string }): void => queue.add(name);
  const enqueueAllOf = ({ name }: { readonly name: string }): void => {
    for (const schema of byLevel.get(name)) queue.add(schema.name);
  };
  const removals = [
    informer.addHandler({ onAdd: enqueue, onUpdate: (_, object) => enqueue(object) }),
    levels.addHandler({ onAdd: enqueueAllOf, onDelete: enqueueAllOf }),
  ];
  const reconcile = async (name: string): Promise<ReconcileResult | undefined> => {
    await levels.whenSynced();
    const schema = schemas.get({ name });
    if (schema?.decoded.ok !== true) return undefined;
    const level = schema.object.spec.priorityLevelConfiguration.name;
    const condition = danglingCondition(level, levels.get({ name: level }) !== undefined);
    if (isTold(schema.object, condition)) return undefined;
    return write(registry, resource, schema, { ...condition, lastTransitionTime: timeOf(now()) });
  };
  startWorkers({ queue, reconcile, count: 1, name: manager, logger });
  return {
    stop: () => {
      for (const remove of removals) remove();
      return queue.shutDown();
    },
  };
}

type Told = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

export function danglingCondition(level: string, exists: boolean): Told {
  const reference = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`;
  return exists
    ? { type: 'Dangling', status: 'False', reason: 'Found', message: `${reference} and it exists` }
    : { type: 'Dangling', status: 'True', reason: 'NotFound', message: `${reference} but there is no such object` };
}

function isTold({ status }: FlowSchema, wanted: Told): boolean {
  const found = status.conditions?.find(({ type }) => type === wanted.type);
  return found?.status === wanted.status && found?.reason === wanted.reason && found?.message === wanted.message;
}

/** With the version that was looked at: another replica, or a user, may have been quicker. */
async function write(
  registry: Registry,
  resource: Resource,
  { name, object }: CachedObject<FlowSchema>,
  condition: Condition,
): Promise<ReconcileResult | undefined> {
  const { resourceVersion } = object.metadata;
  const typed = { apiVersion: groupVersion(resource), kind: resource.kind };
  const patch = { ...typed, metadata: { name, resourceVersion }, status: { conditions: [condition] } };
  const written = await registry.patch(
    { resource, name, subresource: 'status' },
    {
      patch: { kind: 'merge', bytes: Buffer.from(JSON.stringify(patch)) },
      options: { fieldManager: manager },
      caller: systemCaller,
    },
  );
  if (written.ok || written.status.code === notFound) return undefined;
  // The change of another writer brings the key back.
  if (written.status.code === conflict) return { requeueAfterMs: retryMs };
  throw new Error(written.status.message ?? 'a condition could not be written');
}

function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
