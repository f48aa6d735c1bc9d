/** Validates volumes of out-of-tree drivers: CSI and FlexVolume. */
import { dns1123Subdomain } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import type { CSIVolumeSource, FlexVolumeSource } from './driver-volume-source.ts';

const maxDriverNameBytes = 63;

export function validateCsiVolume({ driver, nodePublishSecretRef }: CSIVolumeSource, report: Report): void {
  validateCsiDriverName(driver, 'driver', report);
  if (nodePublishSecretRef === undefined) return;
  const { name = '' } = nodePublishSecretRef;
  if (name === '') report.required('nodePublishSecretRef.name');
  // Clients know this path without the reference.
  else reportFormat(report, 'name', name, dns1123Subdomain);
}

/** Letters of either case are fine. */
export function validateCsiDriverName(name: string, path: string, report: Report): void {
  if (name === '') report.required(path);
  if (Buffer.byteLength(name) > maxDriverNameBytes) report.tooLong(path, name, maxDriverNameBytes);
  for (const problem of dns1123Subdomain.check(name.toLowerCase())) report.invalid(path, name, problem);
}

const reservedDomain = /\.(kubernetes|k8s)\.io$/;

export function validateFlexVolume({ driver, options }: FlexVolumeSource, report: Report): void {
  if (driver === '') report.required('driver');
  validateFlexOptions(options, report);
}

export function validateFlexOptions(options: FlexVolumeSource['options'], report: Report): void {
  for (const key of Object.keys(options ?? {})) {
    const [domain = ''] = key.split('/', 1);
    if (!reservedDomain.test(`.${domain.toLowerCase()}`)) continue;
    report.invalid(`options[${key}]`, key, 'kubernetes.io and k8s.io namespaces are reserved');
  }
}
