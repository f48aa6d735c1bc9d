/** Rules for the volumes of a pod: a name of its own and exactly one source. */
import { dns1123Label, dns1123Subdomain, validateAnnotations, validateLabels } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import type { ObjectMeta } from '../../meta/v1/object-meta.ts';
import { reportFormat } from '../../rules/report-format.ts';
import {
  validateFc,
  validateIscsi,
  validatePortworx,
  validateRbd,
  validateScaleIo,
  validateStorageOs,
} from './block-storage.rules.ts';
import {
  validateAwsElasticBlockStore,
  validateAzureDisk,
  validateAzureFile,
  validateCinder,
  validateGcePersistentDisk,
  validatePhotonPersistentDisk,
  validateVsphereVolume,
} from './cloud-disk.rules.ts';
import { validateCsiVolume, validateFlexVolume } from './driver-volume.rules.ts';
import {
  validateCephFs,
  validateFlocker,
  validateGlusterfs,
  validateNfs,
  validateQuobyte,
} from './file-storage.rules.ts';
import { validateEmptyDir, validateGitRepo, validateHostPath } from './host-storage.rules.ts';
import { validateClaimSpec } from './persistent-volume-claim-spec.rules.ts';
import {
  validateConfigMapVolume,
  validateDownwardApiVolume,
  validateProjectedVolume,
  validateSecretVolume,
} from './projected-volume-source.rules.ts';
import type { VolumesByName } from './volume-mount.rules.ts';
import type {
  EphemeralVolumeSource,
  PersistentVolumeClaimTemplate,
  PersistentVolumeClaimVolumeSource,
  Volume,
  VolumeSource,
} from './volume.ts';

type SourceKey = Exclude<keyof VolumeSource, 'kind' | 'apiVersion'>;

type Checks = { readonly [K in SourceKey]: (source: NonNullable<VolumeSource[K]>, report: Report) => void };

/** The order decides which of several sources is one too many. */
const sourceChecks: Checks = {
  emptyDir: validateEmptyDir,
  hostPath: validateHostPath,
  gitRepo: validateGitRepo,
  gcePersistentDisk: validateGcePersistentDisk,
  awsElasticBlockStore: validateAwsElasticBlockStore,
  secret: validateSecretVolume,
  nfs: validateNfs,
  iscsi: validateIscsi,
  glusterfs: validateGlusterfs,
  flocker: validateFlocker,
  persistentVolumeClaim: validateClaimReference,
  rbd: validateRbd,
  cinder: validateCinder,
  cephfs: validateCephFs,
  quobyte: validateQuobyte,
  downwardAPI: validateDownwardApiVolume,
  fc: validateFc,
  flexVolume: validateFlexVolume,
  configMap: validateConfigMapVolume,
  azureFile: validateAzureFile,
  vsphereVolume: validateVsphereVolume,
  photonPersistentDisk: validatePhotonPersistentDisk,
  portworxVolume: validatePortworx,
  azureDisk: validateAzureDisk,
  storageos: validateStorageOs,
  projected: validateProjectedVolume,
  scaleIO: validateScaleIo,
  csi: validateCsiVolume,
  ephemeral: validateEphemeral,
};

const sourceKeys = Object.keys(sourceChecks) as SourceKey[];

/** The paths in messages, where they are not those of the fields. */
const shownPaths: Partial<Record<SourceKey, string>> = { gcePersistentDisk: 'persistentDisk' };
/** The same where the source is one too many, in the spelling of 1.24. */
const extraPaths: Partial<Record<SourceKey, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

/** Gives the volumes that containers can mount. `podName` is empty for a pod template. */
export function validateVolumes(
  volumes: readonly Volume[] | undefined,
  podName: string,
  report: Report,
): VolumesByName {
  const byName = new Map<string, Volume>();
  const madeClaims = new Set(
    (volumes ?? []).filter(({ ephemeral }) => ephemeral !== undefined).map(({ name }) => `${podName}-${name}`),
  );
  volumes?.forEach((volume, index) => {
    const { name, persistentVolumeClaim } = volume;
    const before = report.issues.length;
    report.within(`volumes[${index}]`, () => validateVolume(volume, podName, byName, report));
    if (report.issues.length === before) byName.set(name, volume);
    const claimName = persistentVolumeClaim?.claimName;
    if (podName === '' || claimName === undefined || !madeClaims.has(claimName)) return;
    const path = `volumes[${index}].persistentVolumeClaim.claimName`;
    report.invalid(path, claimName, 'must not reference a PVC that gets created for an ephemeral volume');
  });
  return byName;
}

function validateVolume(volume: Volume, podName: string, others: VolumesByName, report: Report): void {
  const { name } = volume;
  validateSource(volume, podName, report);
  if (name === '') report.required('name');
  else reportFormat(report, 'name', name, dns1123Label);
  if (others.has(name)) report.duplicate('name', name);
}

function validateSource(volume: Volume, podName: string, report: Report): void {
  const given = sourceKeys.filter((key) => volume[key] !== undefined);
  given.forEach((key, index) => {
    if (index === 0) report.within(shownPaths[key] ?? key, () => checkSource(key, volume, report));
    else report.forbidden(extraPaths[key] ?? key, 'may not specify more than 1 volume type');
    if (key === 'iscsi') validateIscsiName(volume, report);
    if (key === 'ephemeral' && index === 0) validateClaimName(volume, podName, report);
  });
  if (given.length === 0) report.required('', 'must specify a volume type');
}

function checkSource(key: SourceKey, source: VolumeSource, report: Report): void {
  const check: (value: never, report: Report) => void = sourceChecks[key];
  check(source[key] as never, report);
}

function validateClaimReference({ claimName }: PersistentVolumeClaimVolumeSource, report: Report): void {
  if (claimName === '') report.required('claimName');
}

const maxIscsiNameBytes = 64;

function validateIscsiName({ name, iscsi }: Volume, report: Report): void {
  if (iscsi?.initiatorName === undefined) return;
  if (Buffer.byteLength(`${name}:${iscsi.targetPortal}`) <= maxIscsiNameBytes) return;
  const what = '<volume name>:<iscsi.targetPortal>';
  const detail = `Total length of ${what} must be under ${maxIscsiNameBytes} characters if iscsi.initiatorName is specified.`;
  report.invalid('name', name, detail);
}

/** The name of a claim that is made for the pod; that of a pod template is not known yet. */
function validateClaimName({ name }: Volume, podName: string, report: Report): void {
  if (podName === '' || name === '') return;
  const claimName = `${podName}-${name}`;
  for (const problem of dns1123Subdomain.check(claimName)) {
    report.invalid('name', name, `PVC name "${claimName}": ${problem}`);
  }
}

function validateEphemeral({ volumeClaimTemplate }: EphemeralVolumeSource, report: Report): void {
  if (volumeClaimTemplate === undefined) report.required('volumeClaimTemplate');
  else report.within('volumeClaimTemplate', () => validateClaimTemplate(volumeClaimTemplate, report));
}

/** In the order and the spelling that clients know. */
const notOfTemplates: readonly (readonly [key: keyof ObjectMeta, shown: string])[] = [
  ['name', 'name'],
  ['generateName', 'generateName'],
  ['namespace', 'namespace'],
  ['selfLink', 'selfLink'],
  ['uid', 'uID'],
  ['resourceVersion', 'resourceVersion'],
  ['generation', 'generation'],
  ['creationTimestamp', 'creationTimestamp'],
  ['deletionTimestamp', 'deletionTimestamp'],
  ['deletionGracePeriodSeconds', 'deletionGracePeriodSeconds'],
  ['ownerReferences', 'ownerReferences'],
  ['finalizers', 'finalizers'],
  ['clusterName', 'zZZ_DeprecatedClusterName'],
  ['managedFields', 'managedFields'],
];

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0 && value !== 0n;
}

/** Such a claim is named, owned and cleaned up by the server alone. */
function validateClaimTemplate({ metadata, spec }: PersistentVolumeClaimTemplate, report: Report): void {
  report.within('metadata', () => {
    validateAnnotations(metadata.annotations, 'annotations', report);
    validateLabels(metadata.labels, 'labels', report);
    for (const [key, shown] of notOfTemplates) {
      if (isSet(metadata[key])) report.forbidden(shown, 'cannot be set for an ephemeral volume');
    }
  });
  report.within('spec', () => validateClaimSpec(spec, report));
}
