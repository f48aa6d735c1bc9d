/** Prepares and validates writes of volumes. The rules for each kind of storage are not here. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { checkImmutable } from '../../rules/immutable-field.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { type PersistentVolume, PersistentVolumeStatus } from './persistent-volume.ts';
import { PersistentVolumeSource } from './persistent-volume-spec.ts';

export const persistentVolumeRules = [
  'accessModes and capacity are required.',
  'Exactly one source says what backs the volume.',
  'volumeMode stays.',
];

const forStatus = statusHooks(PersistentVolumeStatus);

export const persistentVolumeHooks: ResourceHooks<PersistentVolume> = {
  ...forStatus,
  // No controller has seen it yet; Pending is also the default.
  prepareForCreate(object) {
    object.status = { phase: 'Pending' };
  },
  validateCreate: validateVolume,
  validateUpdate(object, old, report) {
    validateVolume(object, report);
    checkImmutable(report, 'spec.volumeMode', object.spec.volumeMode, old.spec.volumeMode);
  },
};

const sources = Object.keys(PersistentVolumeSource.fields);

function validateVolume({ spec }: PersistentVolume, report: Report): void {
  const { accessModes = [], capacity = {} } = spec;
  if (accessModes.length === 0) report.required('spec.accessModes');
  if (Object.keys(capacity).length === 0) report.required('spec.capacity');
  const [first, ...others] = sources.filter((name) => Object.hasOwn(spec, name));
  if (first === undefined) report.required('spec', 'must specify a volume type');
  for (const name of others) report.forbidden(`spec.${name}`, 'may not specify more than 1 volume type');
}
