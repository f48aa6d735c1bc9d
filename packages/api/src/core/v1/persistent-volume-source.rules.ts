/** Rules for what backs a persistent volume: exactly one source, well formed. Paths are relative to the spec. */
import { dns1123Label, labelName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { reportFormat } from '../../rules/report-format.ts';
import type {
  ISCSIPersistentVolumeSource,
  RBDPersistentVolumeSource,
  ScaleIOPersistentVolumeSource,
  StorageOSPersistentVolumeSource,
} from './block-storage.ts';
import { isIqn, validateFc, validateLun, validatePortworx } from './block-storage.rules.ts';
import type { AzureFilePersistentVolumeSource, CinderPersistentVolumeSource } from './cloud-disk.ts';
import {
  validateAwsElasticBlockStore,
  validateAzureDisk,
  validateGcePersistentDisk,
  validatePhotonPersistentDisk,
  validateVsphereVolume,
} from './cloud-disk.rules.ts';
import type { CSIPersistentVolumeSource, FlexPersistentVolumeSource } from './driver-volume-source.ts';
import { validateCsiDriverName, validateFlexOptions } from './driver-volume.rules.ts';
import type { CephFSPersistentVolumeSource, GlusterfsPersistentVolumeSource } from './file-storage.ts';
import { validateFlocker, validateNfs, validateQuobyte } from './file-storage.rules.ts';
import type { LocalVolumeSource } from './host-storage.ts';
import { validateHostPath } from './host-storage.rules.ts';
import { validateNoBacksteps } from './local-path.rules.ts';
import type { PersistentVolumeSource, PersistentVolumeSpec } from './persistent-volume-spec.ts';

type SourceKey = Exclude<keyof PersistentVolumeSource, 'kind' | 'apiVersion'>;

interface Check<Source> {
  readonly check: (source: Source, report: Report, volumeName: string) => void;
  /** The path in messages, where it is not that of the field. */
  readonly path?: string;
  /** The path where the source is one too many. */
  readonly extraPath?: string;
}

type Checks = { readonly [K in SourceKey]: Check<NonNullable<PersistentVolumeSource[K]>> };

/** The order decides which of several sources is one too many. */
const checks: Checks = {
  hostPath: { check: validateHostPath },
  gcePersistentDisk: { check: validateGcePersistentDisk, path: 'persistentDisk' },
  awsElasticBlockStore: { check: validateAwsElasticBlockStore },
  glusterfs: { check: validateGlusterfs },
  flocker: { check: validateFlocker },
  nfs: { check: validateNfs },
  rbd: { check: validateRbd },
  quobyte: { check: validateQuobyte },
  cephfs: { check: validateCephFs, extraPath: 'cephFS' },
  iscsi: { check: validateIscsi },
  cinder: { check: validateCinder },
  fc: { check: validateFc },
  flexVolume: { check: validateFlexVolume },
  azureFile: { check: validateAzureFile },
  vsphereVolume: { check: validateVsphereVolume },
  photonPersistentDisk: { check: validatePhotonPersistentDisk },
  portworxVolume: { check: validatePortworx },
  azureDisk: { check: validateAzureDisk },
  scaleIO: { check: validateScaleIo },
  local: { check: validateLocal },
  storageos: { check: validateStorageOs },
  csi: { check: validateCsi },
};

const sourceKeys = Object.keys(checks) as SourceKey[];

/** Clients know this one as never too many. */
const alwaysAllowed: SourceKey = 'flexVolume';

export function validateVolumeSource(spec: PersistentVolumeSpec, volumeName: string, report: Report): void {
  let isFirst = true;
  for (const key of sourceKeys) {
    if (spec[key] === undefined) continue;
    if (isFirst || key === alwaysAllowed) validateSource(key, spec, volumeName, report);
    else report.forbidden(checks[key].extraPath ?? key, 'may not specify more than 1 volume type');
    if (isFirst && key === 'local' && spec.nodeAffinity === undefined) {
      report.required('nodeAffinity', 'Local volume requires node affinity');
    }
    isFirst = false;
  }
  if (isFirst) report.required('', 'must specify a volume type');
}

function validateSource(key: SourceKey, spec: PersistentVolumeSpec, volumeName: string, report: Report): void {
  const { check, path = key }: Check<never> = checks[key];
  report.within(path, () => check(spec[key] as never, report, volumeName));
}

function requireEach(source: object, keys: readonly string[], report: Report, path = ''): void {
  for (const key of keys) {
    const value = (source as Record<string, unknown>)[key];
    if (value === undefined || value === '') report.required(`${path}${key}`);
  }
}

function validateGlusterfs(source: GlusterfsPersistentVolumeSource, report: Report): void {
  requireEach(source, ['endpoints', 'path'], report);
  const { endpointsNamespace: namespace } = source;
  if (namespace === '') {
    const detail = 'if the endpointnamespace is set, it must be a valid namespace name';
    report.invalid('endpointsNamespace', namespace, detail);
  } else if (namespace !== undefined) {
    for (const problem of labelName.check(namespace, false)) report.invalid('endpointsNamespace', namespace, problem);
  }
}

function validateRbd({ monitors, image }: RBDPersistentVolumeSource, report: Report): void {
  if ((monitors ?? []).length === 0) report.required('monitors');
  if (image === '') report.required('image');
}

function validateCephFs({ monitors }: CephFSPersistentVolumeSource, report: Report): void {
  if ((monitors ?? []).length === 0) report.required('monitors');
}

const maxIscsiNameBytes = 64;

function validateIscsi(source: ISCSIPersistentVolumeSource, report: Report, volumeName: string): void {
  const { targetPortal, iqn, lun, secretRef, initiatorName } = source;
  if (targetPortal === '') report.required('targetPortal');
  if (initiatorName !== undefined && Buffer.byteLength(`${volumeName}:${targetPortal}`) > maxIscsiNameBytes) {
    const detail = `Total length of <volume name>:<iscsi.targetPortal> must be under ${maxIscsiNameBytes} characters if iscsi.initiatorName is specified.`;
    report.invalid('targetportal', targetPortal, detail);
  }
  if (iqn === '') report.required('iqn');
  else if (!isIqn(iqn)) report.invalid('iqn', iqn, 'must be valid format');
  validateLun(lun, report);
  const needsSecret = source.chapAuthDiscovery === true || source.chapAuthSession === true;
  if (needsSecret && secretRef === undefined) report.required('secretRef');
  if (secretRef !== undefined) requireEach(secretRef, ['name'], report, 'secretRef.');
  if (initiatorName !== undefined && !isIqn(initiatorName)) {
    report.invalid('initiatorname', initiatorName, 'must be valid format');
  }
}

function validateCinder(source: CinderPersistentVolumeSource, report: Report): void {
  requireEach(source, ['volumeID'], report);
  if (source.secretRef !== undefined) requireEach(source.secretRef, ['name', 'namespace'], report, 'secretRef.');
}

function validateFlexVolume({ driver, options }: FlexPersistentVolumeSource, report: Report): void {
  if (driver === '') report.required('driver');
  validateFlexOptions(options, report);
}

function validateAzureFile(source: AzureFilePersistentVolumeSource, report: Report): void {
  requireEach(source, ['secretName', 'shareName'], report);
  if (source.secretNamespace === '') report.required('secretNamespace');
}

function validateScaleIo(source: ScaleIOPersistentVolumeSource, report: Report): void {
  requireEach(source, ['gateway', 'system', 'volumeName'], report);
}

function validateLocal({ path }: LocalVolumeSource, report: Report): void {
  if (path === '') report.required('path');
  else validateNoBacksteps(path, 'path', report);
}

function validateStorageOs(source: StorageOSPersistentVolumeSource, report: Report): void {
  const { volumeName = '', volumeNamespace = '', secretRef } = source;
  if (volumeName === '') report.required('volumeName');
  else reportFormat(report, 'volumeName', volumeName, dns1123Label);
  if (volumeNamespace !== '') reportFormat(report, 'volumeNamespace', volumeNamespace, dns1123Label);
  if (secretRef !== undefined) requireEach(secretRef, ['name', 'namespace'], report, 'secretRef.');
}

/** The last one has a space behind it, as clients know it. */
const csiSecrets = [
  ['controllerPublishSecretRef', 'controllerPublishSecretRef'],
  ['controllerExpandSecretRef', 'controllerExpandSecretRef'],
  ['nodePublishSecretRef', 'nodePublishSecretRef '],
] as const;

function validateCsi(source: CSIPersistentVolumeSource, report: Report): void {
  validateCsiDriverName(source.driver, 'driver', report);
  if (source.volumeHandle === '') report.required('volumeHandle');
  for (const [key, path] of csiSecrets) {
    const secret = source[key];
    if (secret === undefined) continue;
    for (const part of ['name', 'namespace'] as const) {
      const value = secret[part] ?? '';
      if (value === '') report.required(`${path}.${part}`);
      else reportFormat(report, part, value, dns1123Label);
    }
  }
}
