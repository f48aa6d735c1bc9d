/** Rules for block devices reached over a storage network. */
import { dns1123Label } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import type {
  FCVolumeSource,
  ISCSIVolumeSource,
  PortworxVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
} from './block-storage.ts';

export function validateLun(lun: number, report: Report): void {
  if (lun < 0 || lun > 255) report.invalid('lun', lun, 'must be between 0 and 255, inclusive');
}

export function validateFc({ targetWWNs = [], wwids = [], lun }: FCVolumeSource, report: Report): void {
  if (targetWWNs.length === 0 && wwids.length === 0) {
    report.required('targetWWNs', 'must specify either targetWWNs or wwids, but not both');
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    report.invalid('targetWWNs', targetWWNs, 'targetWWNs and wwids can not be specified simultaneously');
  }
  if (targetWWNs.length === 0) return;
  if (lun === undefined) report.required('lun', 'lun is required if targetWWNs is specified');
  else validateLun(lun, report);
}

// RFC 3720, section 3.2.6.3. The first is anchored, unlike that of 1.24: searching for its start would be quadratic.
const iqnForms: Readonly<Record<string, RegExp>> = {
  iqn: /^iqn\.\d{4}-\d{2}\.[A-Za-z0-9.-]+(:[^,;*&$|\s]+)$/,
  eui: /^eui.[A-Za-z0-9]{16}$/,
  naa: /^naa.[A-Za-z0-9]{32}$/,
};

export function validateIscsi(source: ISCSIVolumeSource, report: Report): void {
  const { targetPortal, iqn, lun, secretRef, initiatorName } = source;
  if (targetPortal === '') report.required('targetPortal');
  if (iqn === '') report.required('iqn');
  else validateIqn(iqn, 'iqn', report);
  validateLun(lun, report);
  const needsSecret = source.chapAuthDiscovery === true || source.chapAuthSession === true;
  if (needsSecret && secretRef === undefined) report.required('secretRef');
  if (initiatorName !== undefined) validateIqn(initiatorName, 'initiatorname', report);
}

function validateIqn(iqn: string, path: string, report: Report): void {
  if (iqnForms[iqn.slice(0, 3)] === undefined) {
    report.invalid(path, iqn, 'must be valid format starting with iqn, eui, or naa');
  } else if (!isIqn(iqn)) {
    report.invalid(path, iqn, 'must be valid format');
  }
}

export function isIqn(text: string): boolean {
  return iqnForms[text.slice(0, 3)]?.test(text) === true;
}

export function validateRbd({ monitors, image }: RBDVolumeSource, report: Report): void {
  if (monitors === null || monitors.length === 0) report.required('monitors');
  if (image === '') report.required('image');
}

export function validatePortworx({ volumeID }: PortworxVolumeSource, report: Report): void {
  if (volumeID === '') report.required('volumeID');
}

export function validateScaleIo({ gateway, system, volumeName = '' }: ScaleIOVolumeSource, report: Report): void {
  if (gateway === '') report.required('gateway');
  if (system === '') report.required('system');
  if (volumeName === '') report.required('volumeName');
}

export function validateStorageOs(source: StorageOSVolumeSource, report: Report): void {
  const { volumeName = '', volumeNamespace = '', secretRef } = source;
  if (volumeName === '') report.required('volumeName');
  else reportFormat(report, 'volumeName', volumeName, dns1123Label);
  if (volumeNamespace !== '') reportFormat(report, 'volumeNamespace', volumeNamespace, dns1123Label);
  if (secretRef !== undefined && (secretRef.name ?? '') === '') report.required('secretRef.name');
}
