/** Sets the default StorageClass or IngressClass on objects that name none. */
import type { Ingress, IngressClass, PersistentVolumeClaim, StorageClass } from '@keelson/api';
import type { CachedObject, Lister } from '@keelson/informers';

import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf, refuse } from '../request.ts';
import type { Listers } from '../listers.ts';

type Class = StorageClass | IngressClass;

const storageMarks = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];
const ingressMarks = ['ingressclass.kubernetes.io/is-default-class'];

async function defaultsOf(lister: Lister<Class>, marks: readonly string[]): Promise<readonly CachedObject<Class>[]> {
  return (await lister.list()).filter(({ head }) => marks.some((mark) => head.annotations[mark] === 'true'));
}

export function defaultStorageClass(listers: Listers): AdmissionPlugin {
  const classes = listers.lister<StorageClass>('storage', 'storageclasses');
  return {
    name: 'DefaultStorageClass',
    concerns: (request) => isAbout(request, '', 'persistentvolumeclaims') && isOneOf(request, 'create'),
    admit: async (request) => {
      const { metadata, spec } = objectOf<PersistentVolumeClaim>(request);
      const isNamed =
        spec.storageClassName !== undefined ||
        metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] !== undefined;
      if (isNamed) return undefined;
      const [found, ...more] = await defaultsOf(classes, storageMarks);
      if (more.length > 0) return refuse(request, `${more.length + 1} default StorageClasses were found`);
      if (found !== undefined) spec.storageClassName = found.name;
      return undefined;
    },
  };
}

export function defaultIngressClass(listers: Listers): AdmissionPlugin {
  const classes = listers.lister<IngressClass>('networking', 'ingressclasses');
  return {
    name: 'DefaultIngressClass',
    concerns: (request) => isAbout(request, 'networking', 'ingresses') && isOneOf(request, 'create'),
    admit: async (request) => {
      const { metadata, spec } = objectOf<Ingress>(request);
      const isNamed =
        spec.ingressClassName !== undefined || metadata.annotations?.['kubernetes.io/ingress.class'] !== undefined;
      if (isNamed) return undefined;
      const [found, ...more] = await defaultsOf(classes, ingressMarks);
      if (more.length > 0) {
        const why = `${more.length + 1} default IngressClasses were found, only 1 allowed`;
        return refuse(request, `Internal error occurred: ${why}`);
      }
      if (found !== undefined) spec.ingressClassName = found.name;
      return undefined;
    },
  };
}
