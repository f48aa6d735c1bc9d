/** ServiceAccount: every pod runs as an existing service account and mounts its token unless it opts out. */
import { mirrorAnnotation, referencesOfPod, type Pod, type ServiceAccount, type Volume } from '@keelson/api';

import type { PluginParts } from '../plugin-parts.ts';
import type { AdmissionPlugin } from '../plugin.ts';
import { isAbout, isOneOf, objectOf, refuse } from '../request.ts';

export const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount';
/** A little more than an hour: the kubelet renews it in time. */
const tokenSeconds = 3607;

export function serviceAccount({ listers, makeSuffix }: Pick<PluginParts, 'listers' | 'makeSuffix'>): AdmissionPlugin {
  const accounts = listers.lister<ServiceAccount>('', 'serviceaccounts');
  return {
    name: 'ServiceAccount',
    concerns: (request) => isAbout(request, '', 'pods') && isOneOf(request, 'create'),
    admit: async (request) => {
      const pod = objectOf<Pod>(request);
      const { metadata, spec } = pod;
      if (metadata.annotations?.[mirrorAnnotation] !== undefined) {
        const fault = findMirrorFault(pod);
        return fault === undefined ? undefined : refuse(request, fault);
      }
      const { namespace = '' } = request.place;
      const name = nameAccount(spec);
      const account = (await accounts.get({ name, namespace }))?.object;
      if (account === undefined) {
        const missing = `error looking up service account ${namespace}/${name}: serviceaccount "${name}" not found`;
        return refuse(request, missing);
      }
      if (wantsToken(spec, account)) mountToken(spec, makeSuffix());
      takeSecrets(spec, account);
      return undefined;
    },
  };
}

/** A mirror pod already runs on its node, without what an account would give it. */
function findMirrorFault(pod: Pod): string | undefined {
  const { serviceAccountName = '', volumes = [] } = pod.spec;
  if (serviceAccountName !== '') return 'a mirror pod may not reference service accounts';
  if (referencesOfPod(pod).secrets.size > 0) return 'a mirror pod may not reference secrets';
  const hasToken = volumes.some(({ projected }) =>
    projected?.sources?.some(({ serviceAccountToken }) => (serviceAccountToken ?? undefined) !== undefined),
  );
  return hasToken ? 'a mirror pod may not use service account token projections' : undefined;
}

/** Both spellings say the same. */
function nameAccount(spec: Pod['spec']): string {
  const asked = spec.serviceAccountName ?? '';
  const name = asked === '' ? 'default' : asked;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
  return name;
}

function wantsToken(spec: Pod['spec'], account: ServiceAccount): boolean {
  return spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
}

function takeSecrets(spec: Pod['spec'], { imagePullSecrets = [] }: ServiceAccount): void {
  if ((spec.imagePullSecrets ?? []).length > 0 || imagePullSecrets.length === 0) return;
  spec.imagePullSecrets = imagePullSecrets.map((secret) => ({ ...secret }));
}

/** Containers that mount something there already are left as they are. */
function mountToken(spec: Pod['spec'], suffix: string): void {
  const name = `kube-api-access-${suffix}`;
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].filter(
    ({ volumeMounts = [] }) => !volumeMounts.some(({ mountPath }) => mountPath === tokenPath),
  );
  for (const container of containers) {
    container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath: tokenPath }];
  }
  if (containers.length > 0) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)];
}

function tokenVolume(name: string): Volume {
  return {
    name,
    projected: {
      defaultMode: 0o644,
      sources: [
        { serviceAccountToken: { path: 'token', expirationSeconds: tokenSeconds } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
    },
  };
}
