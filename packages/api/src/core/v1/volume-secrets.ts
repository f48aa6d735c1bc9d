/** The secrets that a node needs to mount a persistent volume. Those that only a controller uses are not among them. */
import type { PersistentVolume } from './persistent-volume.ts';

export interface SecretName {
  readonly namespace: string;
  readonly name: string;
}

interface Reference {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/** A reference without a namespace means that of the claim. */
export function secretsOfVolume({ spec }: PersistentVolume): readonly SecretName[] {
  const { azureFile, cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos, csi, claimRef } = spec;
  const references: readonly (Reference | null | undefined)[] = [
    azureFile && { name: azureFile.secretName, namespace: azureFile.secretNamespace ?? undefined },
    ...[cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos].map((source) => source?.secretRef),
    csi?.nodePublishSecretRef,
    csi?.nodeStageSecretRef,
  ];
  return references.flatMap((reference) => {
    const { name = '', namespace = '' } = reference ?? {};
    return name === '' ? [] : [{ name, namespace: namespace === '' ? (claimRef?.namespace ?? '') : namespace }];
  });
}
