/** The rows of stable versions: none of them is removed within a major version. */
import type { Release } from '@keelson/schema';

export interface GaRow {
  readonly version: string;
  readonly kinds: readonly string[];
  readonly introduced: Release;
  readonly deprecated?: Release;
}

export const gaRows: readonly GaRow[] = [
  {
    version: 'v1',
    kinds: [
      'Binding',
      'Endpoints',
      'Event',
      'LimitRange',
      'Namespace',
      'Node',
      'PersistentVolume',
      'PersistentVolumeClaim',
      'Pod',
      'PodTemplate',
      'ReplicationController',
      'ResourceQuota',
      'Secret',
      'Service',
      'ServiceAccount',
    ],
    introduced: '1.0',
  },
  { version: 'v1', kinds: ['ComponentStatus'], introduced: '1.0', deprecated: '1.19' },
  { version: 'v1', kinds: ['ConfigMap'], introduced: '1.2' },
  { version: 'autoscaling/v1', kinds: ['HorizontalPodAutoscaler'], introduced: '1.2' },
  { version: 'batch/v1', kinds: ['Job'], introduced: '1.2' },
  { version: 'authentication.{domain}/v1', kinds: ['TokenReview'], introduced: '1.6' },
  {
    version: 'authorization.{domain}/v1',
    kinds: ['LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SubjectAccessReview'],
    introduced: '1.6',
  },
  { version: 'storage.{domain}/v1', kinds: ['StorageClass'], introduced: '1.6' },
  { version: 'authorization.{domain}/v1', kinds: ['SelfSubjectRulesReview'], introduced: '1.8' },
  { version: 'networking.{domain}/v1', kinds: ['NetworkPolicy'], introduced: '1.8' },
  {
    version: 'rbac.authorization.{domain}/v1',
    kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    introduced: '1.8',
  },
  {
    version: 'apps/v1',
    kinds: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
    introduced: '1.9',
  },
  { version: 'apiregistration.{domain}/v1', kinds: ['APIService'], introduced: '1.10' },
  { version: 'storage.{domain}/v1', kinds: ['VolumeAttachment'], introduced: '1.13' },
  { version: 'coordination.{domain}/v1', kinds: ['Lease'], introduced: '1.14' },
  { version: 'scheduling.{domain}/v1', kinds: ['PriorityClass'], introduced: '1.14' },
  {
    version: 'admissionregistration.{domain}/v1',
    kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    introduced: '1.16',
  },
  { version: 'apiextensions.{domain}/v1', kinds: ['CustomResourceDefinition'], introduced: '1.16' },
  { version: 'storage.{domain}/v1', kinds: ['CSINode'], introduced: '1.17' },
  { version: 'certificates.{domain}/v1', kinds: ['CertificateSigningRequest'], introduced: '1.19' },
  { version: 'events.{domain}/v1', kinds: ['Event'], introduced: '1.19' },
  { version: 'networking.{domain}/v1', kinds: ['Ingress', 'IngressClass'], introduced: '1.19' },
  { version: 'storage.{domain}/v1', kinds: ['CSIDriver'], introduced: '1.19' },
  { version: 'node.{domain}/v1', kinds: ['RuntimeClass'], introduced: '1.20' },
  { version: 'batch/v1', kinds: ['CronJob'], introduced: '1.21' },
  { version: 'discovery.{domain}/v1', kinds: ['EndpointSlice'], introduced: '1.21' },
  { version: 'policy/v1', kinds: ['PodDisruptionBudget'], introduced: '1.21' },
  { version: 'autoscaling/v2', kinds: ['HorizontalPodAutoscaler'], introduced: '1.23' },
  { version: 'storage.{domain}/v1', kinds: ['CSIStorageCapacity'], introduced: '1.24' },
];
