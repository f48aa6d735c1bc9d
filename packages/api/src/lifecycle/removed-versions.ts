/**
 * The versions of built-in kinds that stopped being served, or will. A kind of a served version says
 * so itself too (`lifecycle` of its resource); this table also knows those that are long gone.
 */
import type { GroupVersionKind, Release } from '@keelson/schema';

export interface RemovedVersion extends GroupVersionKind {
  /** The release that no longer serves it. */
  readonly removed: Release;
  /** The version to migrate to, and the release that first served it. */
  readonly replacement?: GroupVersionKind & { readonly since: Release };
}

interface Removal {
  readonly removed: Release;
  readonly versions: readonly string[];
  readonly kinds: readonly string[];
  readonly to?: { readonly version: string; readonly since: Release };
}

const removals: readonly Removal[] = [
  {
    removed: '1.26',
    versions: ['flowcontrol.apiserver.{domain}/v1beta1'],
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    to: { version: 'flowcontrol.apiserver.{domain}/v1beta2', since: '1.23' },
  },
  {
    removed: '1.26',
    versions: ['autoscaling/v2beta2'],
    kinds: ['HorizontalPodAutoscaler'],
    to: { version: 'autoscaling/v2', since: '1.23' },
  },
  { removed: '1.25', versions: ['batch/v1beta1'], kinds: ['CronJob'], to: { version: 'batch/v1', since: '1.21' } },
  {
    removed: '1.25',
    versions: ['discovery.{domain}/v1beta1'],
    kinds: ['EndpointSlice'],
    to: { version: 'discovery.{domain}/v1', since: '1.21' },
  },
  {
    removed: '1.25',
    versions: ['events.{domain}/v1beta1'],
    kinds: ['Event'],
    to: { version: 'events.{domain}/v1', since: '1.19' },
  },
  {
    removed: '1.25',
    versions: ['autoscaling/v2beta1'],
    kinds: ['HorizontalPodAutoscaler'],
    to: { version: 'autoscaling/v2', since: '1.23' },
  },
  {
    removed: '1.25',
    versions: ['policy/v1beta1'],
    kinds: ['PodDisruptionBudget'],
    to: { version: 'policy/v1', since: '1.21' },
  },
  { removed: '1.25', versions: ['policy/v1beta1'], kinds: ['PodSecurityPolicy'] },
  {
    removed: '1.25',
    versions: ['node.{domain}/v1beta1'],
    kinds: ['RuntimeClass'],
    to: { version: 'node.{domain}/v1', since: '1.20' },
  },
  {
    removed: '1.22',
    versions: ['admissionregistration.{domain}/v1beta1'],
    kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    to: { version: 'admissionregistration.{domain}/v1', since: '1.16' },
  },
  {
    removed: '1.22',
    versions: ['apiextensions.{domain}/v1beta1'],
    kinds: ['CustomResourceDefinition'],
    to: { version: 'apiextensions.{domain}/v1', since: '1.16' },
  },
  {
    removed: '1.22',
    versions: ['apiregistration.{domain}/v1beta1'],
    kinds: ['APIService'],
    to: { version: 'apiregistration.{domain}/v1', since: '1.10' },
  },
  {
    removed: '1.22',
    versions: ['authentication.{domain}/v1beta1'],
    kinds: ['TokenReview'],
    to: { version: 'authentication.{domain}/v1', since: '1.6' },
  },
  {
    removed: '1.22',
    versions: ['authorization.{domain}/v1beta1'],
    kinds: ['LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SubjectAccessReview'],
    to: { version: 'authorization.{domain}/v1', since: '1.6' },
  },
  {
    removed: '1.22',
    versions: ['certificates.{domain}/v1beta1'],
    kinds: ['CertificateSigningRequest'],
    to: { version: 'certificates.{domain}/v1', since: '1.19' },
  },
  {
    removed: '1.22',
    versions: ['coordination.{domain}/v1beta1'],
    kinds: ['Lease'],
    to: { version: 'coordination.{domain}/v1', since: '1.14' },
  },
  {
    removed: '1.22',
    versions: ['extensions/v1beta1', 'networking.{domain}/v1beta1'],
    kinds: ['Ingress'],
    to: { version: 'networking.{domain}/v1', since: '1.19' },
  },
  {
    removed: '1.22',
    versions: ['networking.{domain}/v1beta1'],
    kinds: ['IngressClass'],
    to: { version: 'networking.{domain}/v1', since: '1.19' },
  },
  {
    removed: '1.22',
    versions: ['rbac.authorization.{domain}/v1beta1'],
    kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    to: { version: 'rbac.authorization.{domain}/v1', since: '1.8' },
  },
  {
    removed: '1.22',
    versions: ['scheduling.{domain}/v1beta1'],
    kinds: ['PriorityClass'],
    to: { version: 'scheduling.{domain}/v1', since: '1.14' },
  },
  {
    removed: '1.22',
    versions: ['storage.{domain}/v1beta1'],
    kinds: ['CSIDriver'],
    to: { version: 'storage.{domain}/v1', since: '1.19' },
  },
  {
    removed: '1.22',
    versions: ['storage.{domain}/v1beta1'],
    kinds: ['CSINode'],
    to: { version: 'storage.{domain}/v1', since: '1.17' },
  },
  {
    removed: '1.22',
    versions: ['storage.{domain}/v1beta1'],
    kinds: ['StorageClass'],
    to: { version: 'storage.{domain}/v1', since: '1.6' },
  },
  {
    removed: '1.22',
    versions: ['storage.{domain}/v1beta1'],
    kinds: ['VolumeAttachment'],
    to: { version: 'storage.{domain}/v1', since: '1.13' },
  },
  {
    removed: '1.16',
    versions: ['extensions/v1beta1'],
    kinds: ['NetworkPolicy'],
    to: { version: 'networking.{domain}/v1', since: '1.8' },
  },
  {
    removed: '1.16',
    versions: ['extensions/v1beta1', 'apps/v1beta2'],
    kinds: ['DaemonSet'],
    to: { version: 'apps/v1', since: '1.9' },
  },
  {
    removed: '1.16',
    versions: ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'],
    kinds: ['Deployment', 'ReplicaSet'],
    to: { version: 'apps/v1', since: '1.9' },
  },
  {
    removed: '1.16',
    versions: ['apps/v1beta1', 'apps/v1beta2'],
    kinds: ['StatefulSet'],
    to: { version: 'apps/v1', since: '1.9' },
  },
  {
    removed: '1.16',
    versions: ['extensions/v1beta1'],
    kinds: ['PodSecurityPolicy'],
    to: { version: 'policy/v1beta1', since: '1.10' },
  },
];

/** One entry for each kind of each version, latest removal first. */
export const removedVersions: readonly RemovedVersion[] = removals.flatMap(({ removed, versions, kinds, to }) =>
  versions.flatMap((version) => kinds.map((kind) => removedVersion(kind, version, removed, to))),
);

function removedVersion(kind: string, version: string, removed: Release, to: Removal['to']): RemovedVersion {
  const gone = { ...kindIn(version, kind), removed };
  return to === undefined ? gone : { ...gone, replacement: { ...kindIn(to.version, kind), since: to.since } };
}

function kindIn(groupVersion: string, kind: string): GroupVersionKind {
  const [group = '', version = ''] = groupVersion.split('/');
  return { group, version, kind };
}
