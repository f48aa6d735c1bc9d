/** NamespaceLifecycle: objects live in namespaces that exist, are created in none that is terminating, and some namespaces stay. */
import type { AdmissionPlugin, AdmissionRequest } from '@keelson/admission';
import { forbidden, type Status } from '@keelson/meta';
import { when, type MaybePromise } from '@keelson/telemetry';

import { checkTargetNamespace, findTargetNamespace, missingNamespace } from '../namespaces/target-namespace.ts';
import { groupResourceOf } from '../objects/form.ts';
import { nameBeforeAdmission } from '../objects/name-before-admission.ts';
import type { Store, Stores } from '../resources/stores.ts';
import { foundOrThrow } from '../unreadable.ts';

const immortalNamespaces = new Set(['default', 'kube-system', 'kube-public']);

export function createNamespaceLifecycle(stores: Stores): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    admit: (request) => {
      const { operation, place } = request;
      const { resource, namespace, name = '' } = place;
      if (resource.purpose?.kind === 'namespace') {
        const stays = operation === 'delete' && immortalNamespaces.has(name);
        return stays ? forbidden(groupResourceOf(resource), name, 'this namespace may not be deleted') : undefined;
      }
      // A review is not stored, and may be about a namespace that does not exist yet.
      if (namespace === undefined || operation === 'delete' || resource.storage.kind !== 'stored') return undefined;
      const namespaces = stores.namespaces();
      if (namespaces === undefined) return undefined;
      return operation === 'create' ? checkTarget(namespaces, namespace, request) : checkExists(namespaces, namespace);
    },
  };
}

function checkTarget(
  namespaces: Store,
  namespace: string,
  request: AdmissionRequest,
): MaybePromise<Status | undefined> {
  const { place, object } = request;
  return when(findTargetNamespace(namespaces, namespace), (found) => {
    const name = place.name ?? nameBeforeAdmission(object?.metadata ?? {});
    const checked = checkTargetNamespace(namespaces, found, { of: groupResourceOf(place.resource), name, namespace });
    return checked.ok ? undefined : checked.status;
  });
}

/** An existing object may be changed while its namespace is terminating. */
function checkExists(namespaces: Store, name: string): MaybePromise<Status | undefined> {
  if (namespaces.cache.peek({ name }) !== undefined) return undefined;
  return when(namespaces.cache.get({ name }), (got) =>
    foundOrThrow(got) === undefined ? missingNamespace(namespaces, name) : undefined,
  );
}
