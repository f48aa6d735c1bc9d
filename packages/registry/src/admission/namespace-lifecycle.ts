/**
 * Objects live in namespaces that exist and are not going, and some namespaces stay.
 * Memory is asked first: a namespace that it does not know is looked up in the store.
 */
import { failure, forbidden, notFound, type Status } from '@keelson/meta';
import type { StatusDetails } from '@keelson/meta';

import { groupResourceOf } from '../objects/form.ts';
import { decodeStoredOrThrow } from '../objects/stored-object.ts';
import type { Store, Stores } from '../resources/stores.ts';
import type { AdmissionPlugin, AdmissionRequest } from '@keelson/admission';

const immortalNamespaces = new Set(['default', 'kube-system', 'kube-public']);

export function createNamespaceLifecycle(stores: Stores): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    admit: async (request) => {
      const { operation, place } = request;
      const { resource, namespace, name = '' } = place;
      if (resource.holdsNamespaces === true) {
        const stays = operation === 'delete' && immortalNamespaces.has(name);
        return stays ? forbidden(groupResourceOf(resource), name, 'this namespace may not be deleted') : undefined;
      }
      // What is stored nowhere is a question, which may be about a namespace that is yet to come.
      if (namespace === undefined || operation === 'delete' || resource.storage === undefined) return undefined;
      const namespaces = stores.namespaces();
      return namespaces && (await checkNamespace(namespaces, namespace, request));
    },
  };
}

async function checkNamespace(
  namespaces: Store,
  name: string,
  { operation, place, object }: AdmissionRequest,
): Promise<Status | undefined> {
  const { window, message, stored } = namespaces;
  let found = window.peek({ name });
  if (found === undefined) {
    const got = await window.get({ name });
    found = got.ok ? got.object : undefined;
  }
  if (found === undefined) return notFound(groupResourceOf(stored), name);
  if (operation !== 'create' || !found.value.includes('"deletionTimestamp"')) return undefined;
  const { metadata } = decodeStoredOrThrow(message, found);
  if (metadata.deletionTimestamp === undefined) return undefined;
  return beingTerminated(place.resource.group, place.resource.plural, object?.metadata.name ?? '', name);
}

function beingTerminated(group: string, resource: string, name: string, namespace: string): Status {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { message = '' } = forbidden({ group, resource }, name, why);
  const cause = { reason: 'NamespaceTerminating' as const, message: `namespace ${namespace} is being terminated` };
  const details: StatusDetails = { name, group, kind: resource, causes: [{ ...cause, field: 'metadata.namespace' }] };
  return failure('Forbidden', message, details);
}
