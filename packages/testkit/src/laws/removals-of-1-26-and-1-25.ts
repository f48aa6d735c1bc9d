/** The removals of 1.26 and 1.25, with an example of each kind in its old form. */
import { cluster, domain, namespaced, openPolicy, selector, template, type RemovalRow } from './removal-row.ts';

const flowSchema = {
  spec: { priorityLevelConfiguration: { name: 'exempt' }, matchingPrecedence: 100 },
};

const priorityLevel = {
  spec: { type: 'Limited', limited: { assuredConcurrencyShares: 5, limitResponse: { type: 'Reject' } } },
};

export const latestRemovals: readonly RemovalRow[] = [
  {
    removed: '1.26',
    versions: [`flowcontrol.apiserver.${domain}/v1beta1`],
    kind: 'FlowSchema',
    plural: 'flowschemas',
    ...cluster(`flowcontrol.apiserver.${domain}/v1beta2`, '1.23'),
    example: flowSchema,
  },
  {
    removed: '1.26',
    versions: [`flowcontrol.apiserver.${domain}/v1beta1`],
    kind: 'PriorityLevelConfiguration',
    plural: 'prioritylevelconfigurations',
    ...cluster(`flowcontrol.apiserver.${domain}/v1beta2`, '1.23'),
    example: priorityLevel,
  },
  {
    removed: '1.26',
    versions: ['autoscaling/v2beta2'],
    kind: 'HorizontalPodAutoscaler',
    plural: 'horizontalpodautoscalers',
    ...namespaced('autoscaling/v2', '1.23'),
    example: {
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    },
  },
  {
    removed: '1.25',
    versions: ['batch/v1beta1'],
    kind: 'CronJob',
    plural: 'cronjobs',
    ...namespaced('batch/v1', '1.21'),
    example: {
      spec: {
        schedule: '0 * * * *',
        jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
      },
    },
  },
  {
    removed: '1.25',
    versions: [`discovery.${domain}/v1beta1`],
    kind: 'EndpointSlice',
    plural: 'endpointslices',
    ...namespaced(`discovery.${domain}/v1`, '1.21'),
    example: {
      addressType: 'IPv4',
      endpoints: [
        {
          addresses: ['10.0.0.1'],
          topology: { 'kubernetes.io/hostname': 'n1', 'topology.kubernetes.io/zone': 'z1', 'example.org/rack': 'r1' },
        },
      ],
      ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
    },
    becomes: {
      endpoints: [
        { addresses: ['10.0.0.1'], nodeName: 'n1', zone: 'z1', deprecatedTopology: { 'example.org/rack': 'r1' } },
      ],
    },
  },
  {
    removed: '1.25',
    versions: [`events.${domain}/v1beta1`],
    kind: 'Event',
    plural: 'events',
    ...namespaced(`events.${domain}/v1`, '1.19'),
    example: {
      metadata: { namespace: 'default' },
      eventTime: '2022-01-01T00:00:00.000000Z',
      reportingController: 'example.org/c',
      reportingInstance: 'i',
      action: 'Run',
      reason: 'Ran',
      type: 'Normal',
      regarding: { kind: 'Pod', namespace: 'default', name: 'p' },
    },
    becomes: { regarding: { kind: 'Pod', namespace: 'default', name: 'p' }, reportingController: 'example.org/c' },
  },
  {
    removed: '1.25',
    versions: ['autoscaling/v2beta1'],
    kind: 'HorizontalPodAutoscaler',
    plural: 'horizontalpodautoscalers',
    ...namespaced('autoscaling/v2', '1.23'),
    example: {
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
        metrics: [{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 50 } }],
      },
    },
    becomes: {
      spec: {
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    },
  },
  {
    removed: '1.25',
    versions: ['policy/v1beta1'],
    kind: 'PodDisruptionBudget',
    plural: 'poddisruptionbudgets',
    ...namespaced('policy/v1', '1.21'),
    example: { spec: { minAvailable: 1, selector } },
  },
  {
    removed: '1.25',
    versions: ['policy/v1beta1'],
    kind: 'PodSecurityPolicy',
    plural: 'podsecuritypolicies',
    isNamespaced: false,
    example: openPolicy,
  },
  {
    removed: '1.25',
    versions: [`node.${domain}/v1beta1`],
    kind: 'RuntimeClass',
    plural: 'runtimeclasses',
    ...cluster(`node.${domain}/v1`, '1.20'),
    example: { handler: 'h' },
  },
];
