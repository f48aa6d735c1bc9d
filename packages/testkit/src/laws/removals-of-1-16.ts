/** The removals of 1.16, with an example of each kind in its old form. */
import { cluster, domain, namespaced, openPolicy, selector, template, type RemovalRow } from './removal-row.ts';

/** No rollout timed out, no revision was dropped. */
const unlimited = 2 ** 31 - 1;

export const removalsOf116: readonly RemovalRow[] = [
  {
    removed: '1.16',
    versions: ['extensions/v1beta1'],
    kind: 'NetworkPolicy',
    plural: 'networkpolicies',
    ...namespaced(`networking.${domain}/v1`, '1.8'),
    example: { spec: { podSelector: {} } },
  },
  {
    removed: '1.16',
    versions: ['extensions/v1beta1', 'apps/v1beta2'],
    kind: 'DaemonSet',
    plural: 'daemonsets',
    ...namespaced('apps/v1', '1.9'),
    example: { spec: { selector, template } },
    becomesFrom: {
      'extensions/v1beta1': { spec: { updateStrategy: { type: 'OnDelete' } } },
      'apps/v1beta2': { spec: { updateStrategy: { type: 'RollingUpdate' } } },
    },
  },
  {
    removed: '1.16',
    versions: ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'],
    kind: 'Deployment',
    plural: 'deployments',
    ...namespaced('apps/v1', '1.9'),
    example: { spec: { selector, template } },
    becomesFrom: {
      'extensions/v1beta1': {
        spec: {
          progressDeadlineSeconds: unlimited,
          revisionHistoryLimit: unlimited,
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
        },
      },
      'apps/v1beta1': {
        spec: {
          progressDeadlineSeconds: 600,
          revisionHistoryLimit: 2,
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
        },
      },
      'apps/v1beta2': { spec: { progressDeadlineSeconds: 600, revisionHistoryLimit: 10 } },
    },
  },
  {
    removed: '1.16',
    versions: ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'],
    kind: 'ReplicaSet',
    plural: 'replicasets',
    ...namespaced('apps/v1', '1.9'),
    example: { spec: { selector, template } },
  },
  {
    removed: '1.16',
    versions: ['apps/v1beta1', 'apps/v1beta2'],
    kind: 'StatefulSet',
    plural: 'statefulsets',
    ...namespaced('apps/v1', '1.9'),
    example: { spec: { serviceName: 's', selector, template } },
    becomesFrom: {
      'apps/v1beta1': { spec: { updateStrategy: { type: 'OnDelete' } } },
      'apps/v1beta2': { spec: { updateStrategy: { type: 'RollingUpdate' } } },
    },
  },
  {
    removed: '1.16',
    versions: ['extensions/v1beta1'],
    kind: 'PodSecurityPolicy',
    plural: 'podsecuritypolicies',
    ...cluster('policy/v1beta1', '1.10'),
    example: openPolicy,
  },
];
