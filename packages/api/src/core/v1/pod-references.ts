/** The objects that a pod names in its own namespace, for those who decide by them. */
import type { Container } from './container.ts';
import type { EphemeralContainer } from './ephemeral-container.ts';
import type { Pod } from './pod.ts';
import type { Volume } from './volume.ts';

export interface PodReferences {
  readonly secrets: ReadonlySet<string>;
  readonly configMaps: ReadonlySet<string>;
  readonly claims: ReadonlySet<string>;
}

interface Found {
  readonly secrets: Set<string>;
  readonly configMaps: Set<string>;
  readonly claims: Set<string>;
}

interface Named {
  readonly name?: string | undefined;
}

export function referencesOfPod({ metadata, spec }: Pod): PodReferences {
  const found: Found = { secrets: new Set(), configMaps: new Set(), claims: new Set() };
  for (const secret of spec.imagePullSecrets ?? []) add(found.secrets, secret);
  const { initContainers = [], containers, ephemeralContainers = [] } = spec;
  for (const container of [...initContainers, ...(containers ?? []), ...ephemeralContainers]) {
    visitEnvironment(container, found);
  }
  for (const volume of spec.volumes ?? []) visitVolume(metadata.name ?? '', volume, found);
  return found;
}

/** An empty name is none: the field was left out. */
function add(names: Set<string>, reference: Named | null | undefined): void {
  const { name = '' } = reference ?? {};
  if (name !== '') names.add(name);
}

function visitEnvironment({ envFrom = [], env = [] }: Container | EphemeralContainer, found: Found): void {
  for (const { secretRef, configMapRef } of envFrom) {
    add(found.secrets, secretRef);
    add(found.configMaps, configMapRef);
  }
  for (const { valueFrom } of env) {
    add(found.secrets, valueFrom?.secretKeyRef);
    add(found.configMaps, valueFrom?.configMapKeyRef);
  }
}

function visitVolume(podName: string, volume: Volume, { secrets, configMaps, claims }: Found): void {
  add(secrets, { name: volume.secret?.secretName });
  add(configMaps, volume.configMap);
  for (const { secret, configMap } of volume.projected?.sources ?? []) {
    add(secrets, secret);
    add(configMaps, configMap);
  }
  add(secrets, { name: volume.azureFile?.secretName });
  add(secrets, volume.csi?.nodePublishSecretRef);
  const { cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos } = volume;
  for (const source of [cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos]) add(secrets, source?.secretRef);
  add(claims, { name: volume.persistentVolumeClaim?.claimName });
  if (volume.ephemeral !== undefined) add(claims, { name: `${podName}-${volume.name}` });
}
