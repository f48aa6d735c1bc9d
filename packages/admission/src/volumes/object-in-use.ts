/** Protects claims and volumes in use from deletion with a finalizer that a controller removes. */
import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf } from '../request.ts';
import type { AdmissionObject } from '../plugin.ts';

const finalizers: Readonly<Record<string, string>> = {
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  persistentvolumes: 'kubernetes.io/pv-protection',
};

export function storageObjectInUseProtection(): AdmissionPlugin {
  return {
    name: 'StorageObjectInUseProtection',
    admit: (request) => {
      const { plural } = request.place.resource;
      const finalizer = finalizers[plural];
      if (finalizer === undefined || !isAbout(request, '', plural) || !isOneOf(request, 'create')) return undefined;
      const { metadata } = objectOf<AdmissionObject>(request);
      const own = metadata.finalizers ?? [];
      if (!own.includes(finalizer)) metadata.finalizers = [...own, finalizer];
      return undefined;
    },
  };
}
