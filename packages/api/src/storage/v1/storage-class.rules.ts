/** The rules for StorageClasses. What parameters mean, the provisioner knows. */
import { qualifiedName } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { validateTopologies } from '../../core/v1/topology-selector.rules.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { isSame } from '../../rules/is-same.ts';
import type { StorageClass } from './storage-class.ts';

const maxParameters = 512;
const maxParameterBytes = 256 * 1024;
const reclaimPolicies = ['Delete', 'Retain'];
const bindingModes = ['Immediate', 'WaitForFirstConsumer'];

export const storageClassRules = [
  'provisioner is a qualified name; upper case is taken as lower case.',
  'There are at most 512 parameters with at most 256 KiB of keys and values, and no key is empty.',
  'reclaimPolicy is Delete or Retain, volumeBindingMode is Immediate or WaitForFirstConsumer.',
  'Allowed topologies name each label once and each value once, have a value for each label, and differ from each other.',
  'provisioner, parameters, reclaimPolicy and volumeBindingMode stay.',
];

export const storageClassHooks: ResourceHooks<StorageClass> = {
  validateCreate: validateStorageClass,
  validateUpdate(object, old, report) {
    validateStorageClass(object, report);
    for (const key of ['parameters', 'provisioner', 'reclaimPolicy'] as const) {
      if (!isSame(object[key], old[key])) report.forbidden(key, `updates to ${key} are forbidden.`);
    }
    const { volumeBindingMode } = object;
    if (volumeBindingMode !== old.volumeBindingMode) {
      report.invalid('volumeBindingMode', volumeBindingMode, 'field is immutable');
    }
  },
};

function validateStorageClass(object: StorageClass, report: Report): void {
  const { provisioner, parameters = {}, reclaimPolicy = '', volumeBindingMode } = object;
  if (provisioner === '') report.required('provisioner');
  else reportFormat(report, 'provisioner', provisioner.toLowerCase(), qualifiedName);
  validateParameters(parameters, report);
  if (reclaimPolicy !== '' && !reclaimPolicies.includes(reclaimPolicy)) {
    report.notSupported('reclaimPolicy', reclaimPolicy, reclaimPolicies);
  }
  if (volumeBindingMode === undefined) report.required('volumeBindingMode');
  else if (!bindingModes.includes(volumeBindingMode)) {
    report.notSupported('volumeBindingMode', volumeBindingMode, bindingModes);
  }
  validateTopologies(object.allowedTopologies ?? [], 'allowedTopologies', report);
}

function validateParameters(parameters: Readonly<Record<string, string>>, report: Report): void {
  const entries = Object.entries(parameters);
  if (entries.length > maxParameters) {
    report.tooLong('parameters', '', maxParameters);
    return;
  }
  let totalBytes = 0;
  for (const [key, value] of entries) {
    if (key === '') report.invalid('parameters', key, 'field can not be empty.');
    totalBytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (totalBytes > maxParameterBytes) report.tooLong('parameters', '', maxParameterBytes);
}
