/** A claim can grow only if it is bound and its StorageClass allows volume expansion. */
import type { PersistentVolumeClaim, StorageClass } from '@keelson/api';
import { compareQuantity } from '@keelson/meta';

import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf, oldObjectOf, refuse } from '../request.ts';
import type { Listers } from '../listers.ts';

export function persistentVolumeClaimResize(listers: Listers): AdmissionPlugin {
  const classes = listers.lister<StorageClass>('storage', 'storageclasses');
  return {
    name: 'PersistentVolumeClaimResize',
    concerns: (request) => isAbout(request, '', 'persistentvolumeclaims') && isOneOf(request, 'update'),
    validate: async (request) => {
      const claim = objectOf<PersistentVolumeClaim>(request);
      const old = oldObjectOf<PersistentVolumeClaim>(request);
      if (!isLarger(sizeOf(claim), sizeOf(old))) return undefined;
      if (old.status.phase !== 'Bound') return refuse(request, 'Only bound persistent volume claims can be expanded');
      const { metadata, spec } = claim;
      const name = metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName ?? '';
      const storageClass = name === '' ? undefined : await classes.get({ name });
      if (storageClass?.object.allowVolumeExpansion === true) return undefined;
      return refuse(
        request,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      );
    },
  };
}

function sizeOf({ spec }: PersistentVolumeClaim): string {
  return spec.resources.requests?.['storage'] ?? '0';
}

function isLarger(size: string, old: string): boolean {
  return compareQuantity(size, old) > 0;
}
