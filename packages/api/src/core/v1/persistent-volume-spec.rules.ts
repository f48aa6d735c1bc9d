/** Rules for the spec of a persistent volume, and for one that stands in another object. Paths are relative to the spec. */
import { posix } from 'node:path';
import { dns1123Subdomain, signOfQuantity } from '@keelson/meta';
import { verbatim, type Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import { validateAccessModes } from './access-modes.rules.ts';
import { validateNodeSelector } from './node-selector.rules.ts';
import { validateVolumeSource } from './persistent-volume-source.rules.ts';
import type { PersistentVolumeSpec } from './persistent-volume-spec.ts';
import { validateNonnegativeAmount } from './resource-amount.rules.ts';

const reclaimPolicies = ['Delete', 'Recycle', 'Retain'];
const volumeModes = ['Block', 'Filesystem'];

export function validateVolumeSpec(spec: PersistentVolumeSpec, volumeName: string, report: Report): void {
  const { persistentVolumeReclaimPolicy: policy = '', storageClassName = '', volumeMode } = spec;
  requireAccessModes(spec, report);
  validateCapacity(spec.capacity ?? {}, report);
  if (policy !== '' && !reclaimPolicies.includes(policy)) {
    report.notSupported('persistentVolumeReclaimPolicy', policy, reclaimPolicies);
  }
  validateNodeAffinity(spec, report);
  validateVolumeSource(spec, volumeName, report);
  validateRecycling(spec, report);
  if (storageClassName !== '') reportFormat(report, 'storageClassName', storageClassName, dns1123Subdomain);
  if (volumeMode !== undefined && !volumeModes.includes(volumeMode)) {
    report.notSupported('volumeMode', volumeMode, volumeModes);
  }
}

const notInline = 'may not be specified in the context of inline volumes';

/** A volume that is written into the object that attaches it: of a CSI driver, and nobody else's. */
export function validateInlineVolumeSpec(spec: PersistentVolumeSpec, report: Report): void {
  const { capacity = {}, persistentVolumeReclaimPolicy: policy = '' } = spec;
  if (spec.claimRef !== undefined) report.forbidden('claimRef', notInline);
  if (Object.keys(capacity).length > 0) report.forbidden('capacity', notInline);
  if (spec.csi === undefined) report.required('csi', 'has to be specified in the context of inline volumes');
  requireAccessModes(spec, report);
  if (policy !== '' && policy !== 'Retain') {
    report.forbidden('persistentVolumeReclaimPolicy', 'may only be Retain in the context of inline volumes');
  }
  if (spec.nodeAffinity !== undefined) report.forbidden('nodeAffinity', notInline);
  validateVolumeSource(spec, '', report);
  validateRecycling(spec, report);
  validateInlineUse(spec, report);
}

function validateInlineUse({ storageClassName = '', volumeMode }: PersistentVolumeSpec, report: Report): void {
  if (storageClassName !== '') report.forbidden('storageClassName', notInline);
  if (volumeMode !== undefined && volumeMode !== 'Filesystem') {
    const detail = 'may not specify volumeMode other than Filesystem in the context of inline volumes';
    report.forbidden('volumeMode', detail);
  }
}

function requireAccessModes({ accessModes = [] }: PersistentVolumeSpec, report: Report): void {
  if (accessModes.length === 0) report.required('accessModes');
  validateAccessModes(accessModes, report);
}

function validateCapacity(capacity: Readonly<Record<string, string>>, report: Report): void {
  const names = Object.keys(capacity);
  if (names.length === 0) report.required('capacity');
  const shown = names.length === 0 ? verbatim('core.ResourceList(nil)') : capacity;
  if (names.length !== 1 || names[0] !== 'storage') report.notSupported('capacity', shown, ['storage']);
  for (const [name, amount] of Object.entries(capacity)) {
    const path = `capacity[${name}]`;
    validateNonnegativeAmount(amount, path, report);
    if (signOfQuantity(amount) <= 0) report.invalid(path, amount, 'must be greater than zero');
  }
}

function validateNodeAffinity({ nodeAffinity }: PersistentVolumeSpec, report: Report): void {
  if (nodeAffinity === undefined) return;
  const { required } = nodeAffinity;
  if (required === undefined) report.required('nodeAffinity.required', 'must specify required node constraints');
  else report.within('nodeAffinity.required', () => validateNodeSelector(required, report));
}

/** Recycling deletes all files. */
function validateRecycling(
  { hostPath, persistentVolumeReclaimPolicy: policy }: PersistentVolumeSpec,
  report: Report,
): void {
  if (policy !== 'Recycle' || hostPath === undefined || !isRoot(hostPath.path)) return;
  report.forbidden('persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'");
}

function isRoot(path: string): boolean {
  return path.startsWith('/') && posix.normalize(path) === '/';
}
