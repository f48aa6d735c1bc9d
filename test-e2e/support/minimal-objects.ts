/** The least that a server takes as an object of each kind, beside its name: for tests over every kind. */
import type { createApiScheme } from '@keelson/api';

import { requestOfMasters } from './certificate-request.ts';

export type ApiResource = ReturnType<ReturnType<typeof createApiScheme>['resources']>[number];

type Fields = Readonly<Record<string, unknown>>;

export interface MinimalObject {
  readonly fields: Fields;
  /** Kinds whose names say what is in them. */
  readonly nameOf?: (name: string) => string;
  /** Fields that depend on the name, or on the namespace. */
  readonly fieldsOf?: (name: string, namespace: string) => Fields;
}

const containers = [{ name: 'main', image: 'busybox' }];
const labels = { app: 'a' };
const selector = { matchLabels: labels };
const template = { metadata: { labels }, spec: { containers } };
const jobSpec = { template: { spec: { restartPolicy: 'Never', containers } } };
const scaled = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' };
const access = { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } };
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
const anything = { rule: 'RunAsAny' };

const just = (fields: Fields = {}): MinimalObject => ({ fields });
const spec = (fields: Fields): MinimalObject => just({ spec: fields });

const workloads = {
  cronjobs: spec({ schedule: '0 0 * * *', jobTemplate: { spec: jobSpec } }),
  daemonsets: spec({ selector, template }),
  deployments: spec({ selector, template }),
  horizontalpodautoscalers: spec({ maxReplicas: 2, scaleTargetRef: scaled }),
  jobs: spec(jobSpec),
  pods: spec({ containers }),
  podtemplates: just({ template }),
  replicasets: spec({ selector, template }),
  replicationcontrollers: spec({ selector: labels, template }),
  statefulsets: spec({ serviceName: 'a', selector, template }),
};

const group = 'words.example.com';
/** One for each definition, so that none has the names of another. */
const groupOf = (name: string) => name.slice(name.indexOf('.') + 1);
const definitionNames = (name: string) => ({ plural: name.split('.', 1)[0], kind: 'Word' });
const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }];

const clusterWide = {
  apiservices: {
    fields: {},
    nameOf: (name: string) => `v1.${name}.example.com`,
    fieldsOf: (name: string) => ({
      spec: { group: name.slice('v1.'.length), version: 'v1', groupPriorityMinimum: 100, versionPriority: 100 },
    }),
  },
  certificatesigningrequests: spec({
    signerName: 'example.com/serving',
    request: Buffer.from(requestOfMasters).toString('base64'),
    usages: ['client auth'],
  }),
  clusterrolebindings: just({ roleRef }),
  clusterroles: just(),
  csidrivers: spec({}),
  csinodes: spec({ drivers: [] }),
  customresourcedefinitions: {
    fields: {},
    nameOf: (name: string) => `${name}.${name}.${group}`,
    fieldsOf: (name: string) => ({
      spec: { group: groupOf(name), scope: 'Namespaced', names: definitionNames(name), versions },
    }),
  },
  flowschemas: spec({ matchingPrecedence: 500, priorityLevelConfiguration: { name: 'global-default' } }),
  ingressclasses: spec({ controller: 'example.com/a' }),
  mutatingwebhookconfigurations: just(),
  namespaces: just(),
  nodes: just(),
  persistentvolumes: spec({ capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } }),
  podsecuritypolicies: spec({
    seLinux: anything,
    runAsUser: anything,
    supplementalGroups: anything,
    fsGroup: anything,
  }),
  priorityclasses: just({ value: 1 }),
  prioritylevelconfigurations: spec({ type: 'Limited', limited: { limitResponse: { type: 'Reject' } } }),
  runtimeclasses: just({ handler: 'runc' }),
  storageclasses: just({ provisioner: 'example.com/a' }),
  validatingwebhookconfigurations: just(),
  volumeattachments: spec({ attacher: 'a', nodeName: 'a', source: { persistentVolumeName: 'a' } }),
};

const namespaced = {
  configmaps: just(),
  controllerrevisions: just({ revision: 1, data: {} }),
  csistoragecapacities: just({ storageClassName: 'a' }),
  endpoints: just(),
  endpointslices: just({ addressType: 'IPv4', endpoints: [] }),
  'events.events.k8s.io': {
    fields: {
      eventTime: '2022-01-02T03:04:05.000000Z',
      reportingController: 'example.com/a',
      reportingInstance: 'a',
      action: 'a',
      reason: 'a',
      type: 'Normal',
    },
    fieldsOf: (_: string, namespace: string) => ({ regarding: { namespace } }),
  },
  events: { fields: {}, fieldsOf: (_: string, namespace: string) => ({ involvedObject: { namespace } }) },
  ingresses: spec({ defaultBackend: { service: { name: 'a', port: { number: 80 } } } }),
  leases: just(),
  limitranges: spec({ limits: [] }),
  networkpolicies: spec({ podSelector: {} }),
  persistentvolumeclaims: spec({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }),
  poddisruptionbudgets: spec({ minAvailable: 1, selector }),
  resourcequotas: spec({ hard: { pods: '1' } }),
  rolebindings: just({ roleRef }),
  roles: just(),
  secrets: just(),
  serviceaccounts: just(),
  services: spec({ ports: [{ port: 80 }] }),
};

/** Stored nowhere: they are answered. */
const reviews = {
  bindings: just({ target: { kind: 'Node', name: 'a' } }),
  localsubjectaccessreviews: {
    fields: {},
    fieldsOf: (_: string, namespace: string) => ({
      spec: { user: 'a', resourceAttributes: { verb: 'get', resource: 'pods', namespace } },
    }),
  },
  selfsubjectaccessreviews: spec(access),
  selfsubjectreviews: just(),
  selfsubjectrulesreviews: spec({ namespace: 'default' }),
  subjectaccessreviews: spec({ ...access, user: 'a' }),
  tokenreviews: spec({ token: 'a' }),
};

const all: Readonly<Record<string, MinimalObject>> = { ...workloads, ...clusterWide, ...namespaced, ...reviews };

/** By the plural, and by plural and group where the group makes a difference. Throws for a kind that nobody has told of. */
export function minimalObject(plural: string, inGroup: string): MinimalObject {
  const found = all[`${plural}.${inGroup}`] ?? all[plural];
  if (found === undefined) throw new Error(`say in minimal-objects.ts what the least of ${plural}.${inGroup} is`);
  return found;
}

export function collectionOf({ group, version, scope, plural }: ApiResource, namespace: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${scope === 'Namespaced' ? `/namespaces/${namespace}` : ''}/${plural}`;
}

export function objectOf({ group, version, kind, plural }: ApiResource, name: string, namespace: string) {
  const { fields, fieldsOf, nameOf = (given: string) => given } = minimalObject(plural, group);
  const own = nameOf(name);
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { apiVersion, kind, metadata: { name: own }, ...fields, ...fieldsOf?.(own, namespace) };
}
