/**
 * Objects live in namespaces that exist and are not going, and some namespaces stay.
 * Memory is asked first: a namespace that it does not know is looked up in the store.
 */
import type { ObjectVersion } from '@keelson/cache';
import { failure, forbidden, notFound, type Status } from '@keelson/meta';
import type { StatusDetails } from '@keelson/meta';

import { groupResourceOf } from '../objects/form.ts';
import { decodeStoredOrThrow } from '../objects/stored-object.ts';
import type { Store, Stores } from '../resources/stores.ts';
import { when, type Soon } from '../soon.ts';
import type { AdmissionPlugin, AdmissionRequest } from '@keelson/admission';

const immortalNamespaces = new Set(['default', 'kube-system', 'kube-public']);

export function createNamespaceLifecycle(stores: Stores): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    admit: (request) => {
      const { operation, place } = request;
      const { resource, namespace, name = '' } = place;
      if (resource.holdsNamespaces === true) {
        const stays = operation === 'delete' && immortalNamespaces.has(name);
        return stays ? forbidden(groupResourceOf(resource), name, 'this namespace may not be deleted') : undefined;
      }
      // What is stored nowhere is a question, which may be about a namespace that is yet to come.
      if (namespace === undefined || operation === 'delete' || resource.storage === undefined) return undefined;
      const namespaces = stores.namespaces();
      return namespaces && checkNamespace(namespaces, namespace, request);
    },
  };
}

function checkNamespace(namespaces: Store, name: string, request: AdmissionRequest): Soon<Status | undefined> {
  const { window, stored } = namespaces;
  const found = window.peek({ name });
  if (found !== undefined) return checkFound(namespaces, found, request);
  return when(window.get({ name }), (got) => {
    if (!got.ok || got.object === undefined) return notFound(groupResourceOf(stored), name);
    return checkFound(namespaces, got.object, request);
  });
}

function checkFound(
  { message }: Store,
  found: ObjectVersion,
  { operation, place, object }: AdmissionRequest,
): Status | undefined {
  if (operation !== 'create' || !found.value.includes('"deletionTimestamp"')) return undefined;
  const { metadata } = decodeStoredOrThrow(message, found);
  if (metadata.deletionTimestamp === undefined) return undefined;
  const { group, plural } = place.resource;
  return beingTerminated(group, plural, object?.metadata.name ?? '', metadata.name ?? '');
}

function beingTerminated(group: string, resource: string, name: string, namespace: string): Status {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { message = '' } = forbidden({ group, resource }, name, why);
  const cause = { reason: 'NamespaceTerminating' as const, message: `namespace ${namespace} is being terminated` };
  const details: StatusDetails = { name, group, kind: resource, causes: [{ ...cause, field: 'metadata.namespace' }] };
  return failure('Forbidden', message, details);
}
