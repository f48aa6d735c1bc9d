/**
 * The calendar of the built-in kinds: when each version of a kind was introduced, deprecated and removed, and the
 * version to migrate to. What is served, warned about and refused at a release follows from these rows alone.
 */
import type { Release } from '@keelson/schema';

import { gaRows } from './ga-rows.ts';

export interface VersionRow {
  /** As in `apiVersion`. */
  readonly version: string;
  readonly kinds: readonly string[];
  /** Absent for alpha versions of which it is not on record: they are decoded, and served by no release. */
  readonly introduced?: Release;
  readonly deprecated?: Release;
  /** The first release that no longer serves it. */
  readonly removed?: Release;
  /** The version to migrate to. */
  readonly to?: string;
  /** The warning of a deprecated request says nothing about `to`, as clients know it from 1.24. */
  readonly warningOmitsReplacement?: boolean;
}

const betaRows: readonly VersionRow[] = [
  {
    version: 'flowcontrol.apiserver.{domain}/v1beta2',
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    introduced: '1.23',
    deprecated: '1.26',
    removed: '1.29',
  },
  {
    version: 'storage.{domain}/v1beta1',
    kinds: ['CSIStorageCapacity'],
    introduced: '1.21',
    deprecated: '1.24',
    removed: '1.27',
    to: 'storage.{domain}/v1',
  },
  {
    version: 'flowcontrol.apiserver.{domain}/v1beta1',
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    introduced: '1.20',
    deprecated: '1.23',
    removed: '1.26',
    to: 'flowcontrol.apiserver.{domain}/v1beta2',
  },
  {
    version: 'autoscaling/v2beta2',
    kinds: ['HorizontalPodAutoscaler'],
    introduced: '1.12',
    deprecated: '1.23',
    removed: '1.26',
    to: 'autoscaling/v2',
  },
  {
    version: 'batch/v1beta1',
    kinds: ['CronJob'],
    introduced: '1.8',
    deprecated: '1.21',
    removed: '1.25',
    to: 'batch/v1',
  },
  {
    version: 'discovery.{domain}/v1beta1',
    kinds: ['EndpointSlice'],
    introduced: '1.16',
    deprecated: '1.21',
    removed: '1.25',
    to: 'discovery.{domain}/v1',
  },
  {
    version: 'events.{domain}/v1beta1',
    kinds: ['Event'],
    introduced: '1.8',
    deprecated: '1.22',
    removed: '1.25',
    to: 'events.{domain}/v1',
    warningOmitsReplacement: true,
  },
  {
    version: 'autoscaling/v2beta1',
    kinds: ['HorizontalPodAutoscaler'],
    introduced: '1.8',
    deprecated: '1.22',
    removed: '1.25',
    to: 'autoscaling/v2',
  },
  {
    version: 'policy/v1beta1',
    kinds: ['PodDisruptionBudget'],
    introduced: '1.5',
    deprecated: '1.21',
    removed: '1.25',
    to: 'policy/v1',
  },
  {
    version: 'policy/v1beta1',
    kinds: ['PodSecurityPolicy'],
    introduced: '1.10',
    deprecated: '1.21',
    removed: '1.25',
  },
  {
    version: 'node.{domain}/v1beta1',
    kinds: ['RuntimeClass'],
    introduced: '1.13',
    deprecated: '1.22',
    removed: '1.25',
    to: 'node.{domain}/v1',
    warningOmitsReplacement: true,
  },
  {
    version: 'admissionregistration.{domain}/v1beta1',
    kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    introduced: '1.9',
    deprecated: '1.16',
    removed: '1.22',
    to: 'admissionregistration.{domain}/v1',
  },
  {
    version: 'apiextensions.{domain}/v1beta1',
    kinds: ['CustomResourceDefinition'],
    introduced: '1.7',
    deprecated: '1.16',
    removed: '1.22',
    to: 'apiextensions.{domain}/v1',
  },
  {
    version: 'apiregistration.{domain}/v1beta1',
    kinds: ['APIService'],
    introduced: '1.7',
    deprecated: '1.19',
    removed: '1.22',
    to: 'apiregistration.{domain}/v1',
  },
  {
    version: 'authentication.{domain}/v1beta1',
    kinds: ['TokenReview'],
    introduced: '1.4',
    deprecated: '1.19',
    removed: '1.22',
    to: 'authentication.{domain}/v1',
  },
  {
    version: 'authorization.{domain}/v1beta1',
    kinds: ['LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SelfSubjectRulesReview', 'SubjectAccessReview'],
    introduced: '1.2',
    deprecated: '1.19',
    removed: '1.22',
    to: 'authorization.{domain}/v1',
  },
  {
    version: 'certificates.{domain}/v1beta1',
    kinds: ['CertificateSigningRequest'],
    introduced: '1.6',
    deprecated: '1.19',
    removed: '1.22',
    to: 'certificates.{domain}/v1',
  },
  {
    version: 'coordination.{domain}/v1beta1',
    kinds: ['Lease'],
    introduced: '1.12',
    deprecated: '1.19',
    removed: '1.22',
    to: 'coordination.{domain}/v1',
  },
  {
    version: 'extensions/v1beta1',
    kinds: ['Ingress'],
    introduced: '1.1',
    deprecated: '1.14',
    removed: '1.22',
    to: 'networking.{domain}/v1',
  },
  {
    version: 'networking.{domain}/v1beta1',
    kinds: ['Ingress'],
    introduced: '1.14',
    deprecated: '1.19',
    removed: '1.22',
    to: 'networking.{domain}/v1',
  },
  {
    version: 'networking.{domain}/v1beta1',
    kinds: ['IngressClass'],
    introduced: '1.18',
    deprecated: '1.19',
    removed: '1.22',
    to: 'networking.{domain}/v1',
  },
  {
    version: 'rbac.authorization.{domain}/v1beta1',
    kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    introduced: '1.6',
    deprecated: '1.17',
    removed: '1.22',
    to: 'rbac.authorization.{domain}/v1',
  },
  {
    version: 'scheduling.{domain}/v1beta1',
    kinds: ['PriorityClass'],
    introduced: '1.11',
    deprecated: '1.14',
    removed: '1.22',
    to: 'scheduling.{domain}/v1',
  },
  {
    version: 'storage.{domain}/v1beta1',
    kinds: ['CSIDriver'],
    introduced: '1.14',
    deprecated: '1.19',
    removed: '1.22',
    to: 'storage.{domain}/v1',
  },
  {
    version: 'storage.{domain}/v1beta1',
    kinds: ['CSINode'],
    introduced: '1.14',
    deprecated: '1.17',
    removed: '1.22',
    to: 'storage.{domain}/v1',
  },
  {
    version: 'storage.{domain}/v1beta1',
    kinds: ['StorageClass'],
    introduced: '1.4',
    deprecated: '1.19',
    removed: '1.22',
    to: 'storage.{domain}/v1',
  },
  {
    version: 'storage.{domain}/v1beta1',
    kinds: ['VolumeAttachment'],
    introduced: '1.10',
    deprecated: '1.19',
    removed: '1.22',
    to: 'storage.{domain}/v1',
  },
  {
    version: 'extensions/v1beta1',
    kinds: ['NetworkPolicy'],
    introduced: '1.3',
    deprecated: '1.9',
    removed: '1.16',
    to: 'networking.{domain}/v1',
  },
  {
    version: 'extensions/v1beta1',
    kinds: ['DaemonSet', 'Deployment', 'ReplicaSet'],
    introduced: '1.2',
    deprecated: '1.8',
    removed: '1.16',
    to: 'apps/v1',
  },
  {
    version: 'apps/v1beta1',
    // No release is known to have served its ReplicaSet, but the table of removed versions lists it.
    kinds: ['ControllerRevision', 'Deployment', 'ReplicaSet', 'StatefulSet'],
    introduced: '1.6',
    deprecated: '1.8',
    removed: '1.16',
    to: 'apps/v1',
  },
  {
    version: 'apps/v1beta2',
    kinds: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
    introduced: '1.8',
    deprecated: '1.9',
    removed: '1.16',
    to: 'apps/v1',
  },
  {
    version: 'extensions/v1beta1',
    kinds: ['PodSecurityPolicy'],
    introduced: '1.2',
    deprecated: '1.11',
    removed: '1.16',
    to: 'policy/v1beta1',
  },
];

/** Alpha versions may go unannounced; two of these did on record. */
const alphaRows: readonly VersionRow[] = [
  {
    version: 'flowcontrol.apiserver.{domain}/v1alpha1',
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    removed: '1.21',
    to: 'flowcontrol.apiserver.{domain}/v1beta2',
  },
  {
    version: 'rbac.authorization.{domain}/v1alpha1',
    kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    removed: '1.22',
    to: 'rbac.authorization.{domain}/v1',
  },
  { version: 'node.{domain}/v1alpha1', kinds: ['RuntimeClass'], to: 'node.{domain}/v1' },
  { version: 'scheduling.{domain}/v1alpha1', kinds: ['PriorityClass'], to: 'scheduling.{domain}/v1' },
  {
    version: 'storage.{domain}/v1alpha1',
    kinds: ['CSIStorageCapacity', 'VolumeAttachment'],
    removed: '1.24',
    to: 'storage.{domain}/v1',
  },
];

/** Of removed versions, the latest removal comes first. */
export const versionRows: readonly VersionRow[] = [...betaRows, ...alphaRows, ...gaRows];
