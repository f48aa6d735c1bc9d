/**
 * The shape of a monitoring operator's definition: pod templates of its own, hundreds of kilobytes of schema, int-or-string,
 * oneOf, nullable and a scale.
 */
import {
  boolean,
  conditions,
  definition,
  integer,
  keyed,
  list,
  map,
  object,
  portOrName,
  quantity,
  string,
  type Schema,
} from './definition.ts';

const group = 'monitoring.example.com';

/** Descriptions are most of the bytes of a definition that was generated from a program. */
const explained = (schema: Schema, subject: string): Schema => ({
  ...schema,
  description: `${subject}. ${'It is handed on to each of the pods as it is, and nothing of it is looked at before. '.repeat(8)}`,
});

const labelSelector = object(
  {
    matchExpressions: list(
      object({ key: string, operator: string, values: list(string) }, { required: ['key', 'operator'] }),
    ),
    matchLabels: map(string),
  },
  { 'x-kubernetes-map-type': 'atomic' },
);

const affinityTerm = object(
  { labelSelector, namespaces: list(string), topologyKey: explained(string, 'The topology key of the term') },
  { required: ['topologyKey'] },
);
const podAffinity = object({
  preferredDuringSchedulingIgnoredDuringExecution: list(
    object({ podAffinityTerm: affinityTerm, weight: { type: 'integer', format: 'int32' } }, { required: ['weight'] }),
  ),
  requiredDuringSchedulingIgnoredDuringExecution: list(affinityTerm),
});

const resources = object({ limits: map(quantity), requests: map(quantity) });
const httpGet = object({ host: string, path: string, port: portOrName, scheme: string }, { required: ['port'] });
const probe = object(
  {
    exec: object({ command: list(string) }),
    httpGet,
    tcpSocket: object({ port: portOrName }, { required: ['port'] }),
    periodSeconds: explained(integer, 'Seconds between two probes'),
  },
  { oneOf: [{ required: ['exec'] }, { required: ['httpGet'] }, { required: ['tcpSocket'] }] },
);

const environment = keyed(
  ['name'],
  object({
    name: string,
    value: { type: 'string', nullable: true },
    valueFrom: object({
      configMapKeyRef: object({ name: string, key: string, optional: boolean }, { required: ['key'] }),
      secretKeyRef: object({ name: string, key: string, optional: boolean }, { required: ['key'] }),
    }),
  }),
);

const container = (subject: string): Schema =>
  object({
    name: explained(string, `The name of ${subject}`),
    image: explained(string, `The image of ${subject}`),
    args: list(string),
    command: explained(list(string), `The command of ${subject}`),
    env: environment,
    livenessProbe: explained(probe, `The liveness of ${subject}`),
    readinessProbe: explained(probe, `The readiness of ${subject}`),
    startupProbe: explained(probe, `The start of ${subject}`),
    ports: keyed(
      ['containerPort', 'protocol'],
      object(
        {
          name: string,
          containerPort: { type: 'integer', format: 'int32', minimum: 1, maximum: 65535 },
          protocol: { type: 'string', default: 'TCP' },
        },
        { required: ['containerPort'] },
      ),
    ),
    resources: explained(resources, `The resources of ${subject}`),
    volumeMounts: list(object({ name: string, mountPath: string }, { required: ['name', 'mountPath'] })),
  });

const volume = object(
  {
    name: string,
    emptyDir: { ...object({ medium: string, sizeLimit: quantity }), nullable: true },
    configMap: object({ name: string, items: list(object({ key: string, path: string })) }),
    options: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
  { required: ['name'] },
);

const podSpec = (part: string): Schema =>
  object({
    replicas: { type: 'integer', format: 'int32', minimum: 0 },
    affinity: explained(object({ podAffinity, podAntiAffinity: podAffinity }), `Affinity of ${part}`),
    containers: keyed(['name'], container(`a container of ${part}`)),
    initContainers: keyed(['name'], container(`an init container of ${part}`)),
    volumes: keyed(['name'], volume),
    nodeSelector: map(string),
    tolerations: list(
      object({ key: string, operator: string, tolerationSeconds: { type: 'integer', format: 'int64' } }),
    ),
    resources: explained(resources, `Resources of ${part}`),
  });

const parts = ['alerting', 'gateway', 'ingest', 'query', 'rules', 'store', 'compactor', 'cache', 'proxy', 'sidecar'];

const spec = object(
  {
    replicas: { type: 'integer', format: 'int32', minimum: 0, default: 1 },
    retention: { type: 'string', pattern: '^[0-9]+(ms|s|m|h|d|w|y)$', default: '24h' },
    port: { ...portOrName, default: 'web' },
    storage: object(
      { emptyDir: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, size: quantity },
      { oneOf: [{ required: ['emptyDir'] }, { required: ['size'] }] },
    ),
    selector: { ...labelSelector, nullable: true },
    template: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    parts: object(Object.fromEntries(parts.map((part) => [part, podSpec(part)]))),
  },
  { required: ['replicas'] },
);

const status = object({ conditions, replicas: integer, selector: string });

export const monitors = definition({
  group,
  names: { plural: 'monitors', singular: 'monitor', kind: 'Monitor', shortNames: ['mon'], categories: ['all'] },
  versions: [
    {
      name: 'v1',
      schema: object({ spec, status }, { description: 'Monitor runs the parts of a monitoring system.' }),
      subresources: {
        status: {},
        scale: {
          specReplicasPath: '.spec.replicas',
          statusReplicasPath: '.status.replicas',
          labelSelectorPath: '.status.selector',
        },
      },
      additionalPrinterColumns: [
        { name: 'Desired', type: 'integer', format: 'int32', jsonPath: '.spec.replicas' },
        { name: 'Retention', type: 'string', jsonPath: '.spec.retention', priority: 1 },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
    },
  ],
});

export const monitor = (name: string, more: object = {}) => ({
  apiVersion: `${group}/v1`,
  kind: 'Monitor',
  metadata: { name },
  spec: { replicas: 2, ...more },
});
