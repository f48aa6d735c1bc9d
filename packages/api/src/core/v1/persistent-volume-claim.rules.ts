/** Prepares and validates writes of claims. */
import { compareQuantity } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { checkImmutable } from '../../rules/immutable-field.ts';
import { isSame } from '../../rules/is-same.ts';
import { repeated } from '../../rules/repeated.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { completeDataSources } from './persistent-volume-claim-source.ts';
import { validateClaimSpec } from './persistent-volume-claim-spec.rules.ts';
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.ts';
import { type PersistentVolumeClaim, PersistentVolumeClaimStatus } from './persistent-volume-claim.ts';
import { validateNonnegativeAmount } from './resource-amount.rules.ts';
import { printDifference } from '../../rules/spec-difference.ts';
import { storageClassAnnotation } from './storage-class-name.ts';

export const persistentVolumeClaimRules = [
  'accessModes and a storage request above zero are required.',
  'dataSource and dataSourceRef follow each other where only one is given, and are the same.',
  'The spec stays, but that a volume may be named once, and that a bound claim may ask for more storage.',
  'The annotation of the storage class stays, or becomes storageClassName.',
];

const forStatus = statusHooks(PersistentVolumeClaimStatus);

export const persistentVolumeClaimHooks: ResourceHooks<PersistentVolumeClaim> = {
  ...forStatus,
  // No controller has seen it yet; Pending is also the default.
  prepareForCreate(object) {
    object.status = { phase: 'Pending' };
    completeDataSources(object.spec, undefined);
  },
  prepareForUpdate(object, old) {
    forStatus.prepareForUpdate(object, old);
    completeDataSources(object.spec, old.spec);
  },
  validateCreate: validateClaim,
  validateUpdate(object, old, report) {
    repeated(report, () => validateClaim(object, report));
    validateKept(object, old, report);
  },
  validateStatusUpdate({ spec, status }, _old, report) {
    if ((spec.accessModes ?? []).length === 0) report.required('Spec.accessModes');
    for (const [name, amount] of Object.entries(status.capacity ?? {})) {
      validateNonnegativeAmount(amount, `status.capacity[${name}]`, report);
    }
  },
};

function validateClaim({ spec }: PersistentVolumeClaim, report: Report): void {
  report.within('spec', () => validateClaimSpec(spec, report));
}

function validateKept(object: PersistentVolumeClaim, old: PersistentVolumeClaim, report: Report): void {
  const before = { ...old.spec };
  const after = { ...object.spec };
  if ((old.spec.volumeName ?? '') === '') {
    if (after.volumeName === undefined) delete before.volumeName;
    else before.volumeName = after.volumeName;
  }
  if (isClassMoved(object, old)) delete after.storageClassName;
  else {
    const path = `metadata.annotations.${storageClassAnnotation}`;
    checkImmutable(report, path, classInAnnotation(object) ?? '', classInAnnotation(old) ?? '');
  }
  if (object.status.phase === 'Bound') after.resources = withStorage(after, storageOf(old.spec));
  if (!isSame(after, before)) {
    const detail = 'spec is immutable after creation except resources.requests for bound claims';
    report.forbidden('spec', `${detail}\n${printDifference(before, after)}`);
  }
  if (compareQuantity(storageOf(object.spec) ?? '0', storageOf(old.spec) ?? '0') < 0) {
    report.forbidden('spec.resources.requests.storage', 'field can not be less than previous value');
  }
  checkImmutable(report, 'volumeMode', object.spec.volumeMode, old.spec.volumeMode);
}

function withStorage(
  { resources }: PersistentVolumeClaimSpec,
  storage: string | undefined,
): PersistentVolumeClaimSpec['resources'] {
  const { requests } = resources;
  return requests === undefined || storage === undefined
    ? resources
    : { ...resources, requests: { ...requests, storage } };
}

function storageOf({ resources }: PersistentVolumeClaimSpec): string | undefined {
  const { requests = {} } = resources;
  return Object.hasOwn(requests, 'storage') ? requests['storage'] : undefined;
}

function classInAnnotation({ metadata }: PersistentVolumeClaim): string | undefined {
  return metadata.annotations?.[storageClassAnnotation];
}

/** The class that only the annotation named is now in the field. */
function isClassMoved(object: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const before = classInAnnotation(old);
  if (before === undefined || old.spec.storageClassName !== undefined) return false;
  return object.spec.storageClassName === before && (classInAnnotation(object) ?? before) === before;
}
