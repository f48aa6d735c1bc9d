/** One good object of each of the seven kinds that are specified to the last field, and a way to change it. */

export interface Sample {
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly manifest: (name: string) => Readonly<Record<string, unknown>>;
  /** The change of a client-side apply, and the path and the text that show it. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly jsonPath: string;
  readonly changed: string;
}

const job = (name: string) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name },
  spec: {
    parallelism: 1,
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] } },
  },
});

export const samples: readonly Sample[] = [
  {
    resource: 'clusterroles.rbac.authorization.k8s.io',
    isNamespaced: false,
    manifest: (name) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    }),
    change: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }] },
    jsonPath: '{.rules[0].verbs[0]}',
    changed: 'list',
  },
  {
    resource: 'jobs.batch',
    isNamespaced: true,
    manifest: job,
    change: { spec: { ...job('').spec, parallelism: 3 } },
    jsonPath: '{.spec.parallelism}',
    changed: '3',
  },
  {
    resource: 'flowschemas.flowcontrol.apiserver.k8s.io',
    isNamespaced: false,
    manifest: (name) => ({
      apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2',
      kind: 'FlowSchema',
      metadata: { name },
      spec: { matchingPrecedence: 500, priorityLevelConfiguration: { name: 'global-default' } },
    }),
    change: { spec: { matchingPrecedence: 600, priorityLevelConfiguration: { name: 'global-default' } } },
    jsonPath: '{.spec.matchingPrecedence}',
    changed: '600',
  },
  {
    resource: 'configmaps',
    isNamespaced: true,
    manifest: (name) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { color: 'red' } }),
    change: { data: { color: 'blue' } },
    jsonPath: '{.data.color}',
    changed: 'blue',
  },
  {
    resource: 'csinodes.storage.k8s.io',
    isNamespaced: false,
    manifest: (name) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSINode',
      metadata: { name },
      spec: { drivers: [] },
    }),
    change: { spec: { drivers: [{ name: 'driver.example.com', nodeID: 'node', topologyKeys: null }] } },
    jsonPath: '{.spec.drivers[0].nodeID}',
    changed: 'node',
  },
  {
    resource: 'storageclasses.storage.k8s.io',
    isNamespaced: false,
    manifest: (name) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name },
      provisioner: 'example.com/disk',
    }),
    change: { allowVolumeExpansion: true },
    jsonPath: '{.allowVolumeExpansion}',
    changed: 'true',
  },
  {
    resource: 'runtimeclasses.node.k8s.io',
    isNamespaced: false,
    manifest: (name) => ({ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name }, handler: 'runc' }),
    change: { scheduling: { nodeSelector: { disk: 'fast' } } },
    jsonPath: '{.scheduling.nodeSelector.disk}',
    changed: 'fast',
  },
];
