/**
 * Writes the planned slices of an object, and notes each write until the informer shows it. Slices are planned in the
 * stored version, v1beta1, as informers show them, and written as v1, which outlives it.
 */
import { fromStoredEndpoint, type StoredEndpointSlice } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import { groupVersion, type Resource } from '@keelson/schema';

import { isNamespaceEnding, isNotFound, refusedError, type ClientRefusal } from '../client/controller-client.ts';
import type { ControllerContext } from '../frame/definition.ts';
import type { SliceChanges } from './fill-slices.ts';
import type { WantedSlice } from './slice-object.ts';
import type { WrittenSlices } from './written-slices.ts';

/** The Service or Endpoints object that owns the slices. */
export interface SliceOwner {
  readonly key: string;
  readonly resource: Resource;
  readonly object: CachedObject<unknown>;
  readonly labels: Readonly<Record<string, string>>;
  /** The annotations of a slice, from those it has; `undefined` for a new slice. */
  readonly annotationsOf: (before: Readonly<Record<string, string>> | undefined) => Readonly<Record<string, string>>;
  /** Returns the error to throw; the key is then retried. */
  readonly onRefusal: (refusal: ClientRefusal) => Error;
}

type WriterContext = Pick<ControllerContext, 'client' | 'kinds'>;

export async function writeSlices(
  context: WriterContext,
  written: WrittenSlices,
  owner: SliceOwner,
  changes: SliceChanges,
): Promise<void> {
  for (const slice of changes.create) await write(context, written, owner, slice);
  for (const slice of changes.update) await write(context, written, owner, slice);
  for (const slice of changes.delete) await removeSlice(context, written, owner.key, slice);
}

async function write(
  { client, kinds }: WriterContext,
  written: WrittenSlices,
  owner: SliceOwner,
  { known, addressType, ports, endpoints }: WantedSlice,
): Promise<void> {
  const { key, labels, annotationsOf, onRefusal } = owner;
  const { namespace } = owner.object;
  const resource = kinds.servedEndpointSlices;
  const before = known?.metadata ?? newMetadata(owner);
  const annotations = annotationsOf(known?.metadata.annotations);
  const object = {
    metadata: { ...before, labels, annotations },
    addressType,
    ports,
    endpoints: endpoints.map(fromStoredEndpoint),
  };
  const reply =
    known === undefined
      ? await client.create<StoredEndpointSlice>({ resource, namespace }, object)
      : await client.update<StoredEndpointSlice>({ resource, namespace, name: known.metadata.name }, object);
  if (reply.ok) {
    written.note(key, reply.object.name, { kind: 'put', revision: reply.object.version.revision });
    return;
  }
  if (known === undefined && isNamespaceEnding(reply)) return;
  throw onRefusal(reply);
}

function newMetadata({ resource, object: { namespace, name, head } }: SliceOwner) {
  const { kind } = resource;
  const apiVersion = groupVersion(resource);
  const owner = { apiVersion, kind, name, uid: head.uid, controller: true, blockOwnerDeletion: true };
  return { namespace, generateName: `${name}-`, ownerReferences: [owner] };
}

export async function removeSlice(
  { client, kinds }: WriterContext,
  written: WrittenSlices,
  key: string,
  { metadata }: StoredEndpointSlice,
): Promise<void> {
  const { namespace, name: slice = '', uid = '' } = metadata;
  const deleted = await client.delete({ resource: kinds.servedEndpointSlices, namespace, name: slice }, { uid });
  if (!deleted.ok && !isNotFound(deleted)) throw refusedError(deleted);
  if (deleted.ok) written.note(key, slice, { kind: 'delete', uid });
}
