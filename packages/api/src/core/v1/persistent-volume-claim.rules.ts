/** Prepares and validates writes of claims. Immutability of a bound claim is not checked here. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { statusHooks } from '../../rules/status-hooks.ts';
import { type PersistentVolumeClaim, PersistentVolumeClaimStatus } from './persistent-volume-claim.ts';
import { validateClaimSpec } from './persistent-volume-claim-spec.rules.ts';
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.ts';

export const persistentVolumeClaimRules = [
  'accessModes and a storage request above zero are required.',
  'dataSource and dataSourceRef follow each other where only one is given.',
];

const forStatus = statusHooks(PersistentVolumeClaimStatus);

export const persistentVolumeClaimHooks: ResourceHooks<PersistentVolumeClaim> = {
  ...forStatus,
  // No controller has seen it yet; Pending is also the default.
  prepareForCreate(object) {
    object.status = { phase: 'Pending' };
    pairDataSources(object.spec);
  },
  prepareForUpdate(object, old) {
    forStatus.prepareForUpdate(object, old);
    pairDataSources(object.spec);
  },
  validateCreate: validateClaim,
  validateUpdate: (object, _old, report) => validateClaim(object, report),
};

function validateClaim({ spec }: PersistentVolumeClaim, report: Report): void {
  report.within('spec', () => validateClaimSpec(spec, report));
}

/** The newer field says the same as the older one, so that clients of either see it. */
function pairDataSources(spec: PersistentVolumeClaimSpec): void {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined && dataSourceRef === undefined) spec.dataSourceRef = { ...dataSource };
  if (dataSourceRef !== undefined && dataSource === undefined) spec.dataSource = { ...dataSourceRef };
}
