/** Prepares and validates writes of volumes. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { checkImmutable } from '../../rules/immutable-field.ts';
import { isSame } from '../../rules/is-same.ts';
import { repeated } from '../../rules/repeated.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { validateVolumeSpec } from './persistent-volume-spec.rules.ts';
import { PersistentVolumeSource, type PersistentVolumeSpec } from './persistent-volume-spec.ts';
import { type PersistentVolume, PersistentVolumeStatus } from './persistent-volume.ts';
import { printDifference } from '../../rules/spec-difference.ts';

export const persistentVolumeRules = [
  'accessModes are required and known; capacity is that of storage alone, and above zero.',
  'Exactly one source says what backs the volume, and is well formed.',
  'nodeAffinity has required terms, which a local volume needs.',
  'The root of a node is not recycled.',
  'storageClassName is a DNS subdomain; volumeMode is Block or Filesystem.',
  'Options of mounts are in the annotation only where a source takes them.',
  'The source, volumeMode, and nodeAffinity once it is there, stay; controllerExpandSecretRef may be added.',
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
    repeated(report, () => validateVolume(object, report));
    validateSourceKept(object.spec, old.spec, report);
    // Clients know these two paths without `spec`.
    checkImmutable(report, 'volumeMode', object.spec.volumeMode, old.spec.volumeMode);
    if (old.spec.nodeAffinity !== undefined) {
      checkImmutable(report, 'nodeAffinity', object.spec.nodeAffinity, old.spec.nodeAffinity);
    }
  },
};

function validateVolume({ metadata, spec }: PersistentVolume, report: Report): void {
  report.within('spec', () => validateVolumeSpec(spec, metadata.name ?? '', report));
  if (metadata.annotations?.[mountAnnotation] === undefined || mountable.some((key) => spec[key] !== undefined)) return;
  report.forbidden(`metadata.annotations.${mountAnnotation}`, 'may not specify mount options for this volume type');
}

const mountAnnotation = 'volume.beta.kubernetes.io/mount-options';
const mountable = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
] as const;

const sourceKeys = Object.keys(PersistentVolumeSource.fields) as (keyof PersistentVolumeSource)[];

function validateSourceKept(spec: PersistentVolumeSpec, old: PersistentVolumeSpec, report: Report): void {
  const source = sourceOf(spec);
  const before = sourceOf(old);
  const csi = old.csi && spec.csi && old.csi.controllerExpandSecretRef === undefined ? spec.csi : undefined;
  if (csi !== undefined) {
    const { controllerExpandSecretRef: _added, ...kept } = csi;
    source.csi = kept;
  }
  if (isSame(source, before)) return;
  const detail = `spec.persistentvolumesource is immutable after creation\n${printDifference(before, source)}`;
  report.forbidden('spec.persistentvolumesource', detail);
}

function sourceOf(spec: PersistentVolumeSpec): { [K in keyof PersistentVolumeSource]?: PersistentVolumeSource[K] } {
  return Object.fromEntries(sourceKeys.flatMap((key) => (spec[key] === undefined ? [] : [[key, spec[key]]])));
}
