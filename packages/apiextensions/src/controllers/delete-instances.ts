/**
 * Deletes the objects of a definition that is being deleted, and then lets the definition go. It is to be called again
 * while objects are left, which finalizers may hold.
 *
 * An empty look is final: from the mark on, creates are refused, since each compares the revision of the definition.
 */
import type { Resource } from '@keelson/schema';
import type { ReconcileResult } from '@keelson/informers';
import { timeText } from '@keelson/registry';

import { isTrue, withCondition, type ConditionState } from '../definition/conditions.ts';
import { readDefinition, type CachedDefinition, type Definition } from '../definition/definition.ts';
import { caller, isOutdated, type DefinitionControllerParts } from './parts.ts';
import { conditionsOf, writeStatus } from './write-status.ts';

const inProgress: ConditionState = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
};

const completed: ConditionState = {
  type: 'Terminating',
  status: 'False',
  reason: 'InstanceDeletionCompleted',
  message: 'removed all instances',
};

const neverEstablished: ConditionState = {
  type: 'Terminating',
  status: 'False',
  reason: 'NeverEstablished',
  message: 'resource was never established',
};

/** Rejects if it has to be tried again. */
export async function deleteInstances(
  parts: DefinitionControllerParts,
  cached: CachedDefinition,
): Promise<ReconcileResult | undefined> {
  const definition = readDefinition(cached);
  if (!isTrue(definition, 'Established')) return release(parts, cached, neverEstablished);
  if (!isHeld(parts, definition)) return undefined;
  const resource = storedResource(parts, definition);
  if (resource === undefined) throw new Error(`${cached.name} is not served yet`);
  const left = await countInstances(parts, resource);
  if (left === 0) return release(parts, cached, completed);
  if (!hasCondition(definition, inProgress)) {
    await setCondition(parts, cached, inProgress);
    return undefined;
  }
  await deleteAll(parts, resource);
  if ((await countInstances(parts, resource)) > 0) return { backsOff: true };
  return release(parts, cached, completed);
}

function isHeld({ definitions }: DefinitionControllerParts, { metadata }: Definition): boolean {
  const { deletion } = definitions;
  return deletion.kind === 'twoPhase' && deletion.isHeld({ metadata } as never);
}

function storedResource({ scheme }: DefinitionControllerParts, { spec, status }: Definition): Resource | undefined {
  const stored = spec.versions?.find(({ storage }) => storage)?.name ?? '';
  return scheme.resource(spec.group, stored, status.acceptedNames.plural);
}

/** As many as a page has, or fewer. */
async function countInstances({ registry }: DefinitionControllerParts, resource: Resource): Promise<number> {
  const store = registry.storeOf(resource);
  if (store === undefined) return 0;
  const listed = await store.cache.list({ limit: 1, collectsUnreadable: true });
  if (!listed.ok) throw new Error(`the objects cannot be listed: ${listed.reason}`);
  return listed.objects.length + listed.unreadable.length;
}

async function deleteAll({ registry }: DefinitionControllerParts, resource: Resource): Promise<void> {
  const deleted = await registry.emptyStore(resource, caller);
  if (!deleted.ok) throw new Error(deleted.status.message ?? 'it was refused');
}

function hasCondition({ status }: Definition, { type, reason }: ConditionState): boolean {
  return status.conditions?.some((condition) => condition.type === type && condition.reason === reason) === true;
}

function setCondition(parts: DefinitionControllerParts, cached: CachedDefinition, state: ConditionState) {
  const definition = readDefinition(cached);
  const conditions = withCondition(conditionsOf(definition), state, timeText(parts.now()));
  return writeStatus(parts, cached, { conditions });
}

/** Two writes: the condition, for those who watch, and then the finalizer, with which the definition goes. */
async function release(
  parts: DefinitionControllerParts,
  cached: CachedDefinition,
  state: ConditionState,
): Promise<undefined> {
  const definition = readDefinition(cached);
  if (!hasCondition(definition, state)) {
    await setCondition(parts, cached, state);
    return undefined;
  }
  const { registry, definitions } = parts;
  const finalizers = remainingFinalizers(parts, definition);
  const patch = { metadata: { resourceVersion: String(cached.version.revision), finalizers } };
  const released = await registry.patch(
    { resource: definitions, name: cached.name },
    { patch: { kind: 'merge', bytes: Buffer.from(JSON.stringify(patch)) }, options: {}, caller },
  );
  if (!released.ok && !isOutdated(released.status.code)) throw new Error(released.status.message ?? 'it was refused');
  return undefined;
}

function remainingFinalizers({ definitions }: DefinitionControllerParts, { metadata }: Definition): string[] {
  const copy = { metadata: { finalizers: [...(metadata.finalizers ?? [])] } };
  const { deletion } = definitions;
  if (deletion.kind === 'twoPhase') deletion.release(copy as never);
  return copy.metadata.finalizers;
}
