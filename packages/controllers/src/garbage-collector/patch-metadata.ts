/**
 * Patches of one version of an object: of its owner references, and of its finalizers. Another version is refused with
 * a conflict, so nothing that others wrote meanwhile is lost.
 */
import { metadataBytes } from '@keelson/cache';

import type { ClientReply, ControllerClient } from '../client/controller-client.ts';
import { resourceVersionOf, type ExaminedObject } from './examined-object.ts';

/** With its fields as they are stored. */
type StoredOwner = Readonly<Record<string, unknown>>;

/** `change` returns the reference to keep, or nothing for one to remove. */
export function patchOwners(
  client: ControllerClient,
  subject: ExaminedObject,
  change: (owner: StoredOwner) => StoredOwner | undefined,
): Promise<ClientReply<object>> {
  const kept = storedOwners(subject).flatMap((owner) => change(owner) ?? []);
  return patch(client, subject, { ownerReferences: kept.length === 0 ? null : kept });
}

export function removeFinalizer(
  client: ControllerClient,
  subject: ExaminedObject,
  finalizer: string,
): Promise<ClientReply<object>> {
  const kept = subject.head.finalizers.filter((each) => each !== finalizer);
  return patch(client, subject, { finalizers: kept.length === 0 ? null : kept });
}

function patch(client: ControllerClient, { target, head, version }: ExaminedObject, metadata: object) {
  const resourceVersion = resourceVersionOf(version);
  return client.patch<object>(target, 'merge', { metadata: { uid: head.uid, resourceVersion, ...metadata } });
}

/** A patch replaces the list, so fields that are absent have to stay so. */
function storedOwners({ version: { value } }: ExaminedObject): readonly StoredOwner[] {
  const bytes = metadataBytes(value);
  if (bytes === undefined) return [];
  const metadata = JSON.parse(bytes.toString('utf8')) as { readonly ownerReferences?: readonly StoredOwner[] };
  return metadata.ownerReferences ?? [];
}
