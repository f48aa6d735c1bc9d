/** The two fields that name what a claim begins with: the older one takes fewer kinds, the newer one any. */
import type { TypedLocalObjectReference } from './object-reference.ts';
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.ts';

/** The newer field says the same as the older one, so that clients of either see it. */
export function completeDataSources(spec: PersistentVolumeClaimSpec, old: PersistentVolumeClaimSpec | undefined): void {
  const isInUse = old?.dataSource !== undefined || old?.dataSourceRef !== undefined;
  if (!isInUse && spec.dataSource !== undefined && !isClaimOrSnapshot(spec.dataSource)) delete spec.dataSource;
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined && dataSourceRef === undefined) spec.dataSourceRef = { ...dataSource };
  if (dataSourceRef !== undefined && dataSource === undefined) spec.dataSource = { ...dataSourceRef };
}

/** Others were always dropped from the older field. */
function isClaimOrSnapshot({ kind, apiGroup }: TypedLocalObjectReference): boolean {
  return (
    (kind === 'PersistentVolumeClaim' && (apiGroup ?? '') === '') ||
    (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')
  );
}
