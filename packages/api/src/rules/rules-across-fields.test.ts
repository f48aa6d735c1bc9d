/** Rules across fields, of kinds whose own tables of cases cover single fields. */
import { describe, expect, it } from '@jest/globals';
import type { JsonValue, Resource } from '@keelson/schema';

import { horizontalPodAutoscalers } from '../autoscaling/v2/horizontal-pod-autoscaler.resource.ts';
import { cronJobs } from '../batch/v1/cron-job.resource.ts';
import { customResourceDefinitions } from '../apiextensions/v1/custom-resource-definition.resource.ts';
import { limitRanges } from '../core/v1/limit-range.resource.ts';
import { nodes } from '../core/v1/node.resource.ts';
import { persistentVolumes } from '../core/v1/persistent-volume.resource.ts';
import { flowSchemas } from '../flowcontrol/v1beta2/flow-schema.resource.ts';
import { networkPolicies } from '../networking/v1/network-policy.resource.ts';
import { podDisruptionBudgets } from '../policy/v1/pod-disruption-budget.resource.ts';
import { podSecurityPolicies } from '../policy/v1beta1/pod-security-policy.resource.ts';
import { volumeAttachments } from '../storage/v1/volume-attachment.resource.ts';
import { create, update, updateStatus } from '../testing/admit.ts';
import { changeAt, ruleCases, shortCausesOf, type RuleCase } from '../testing/rule-table.ts';

interface Subject {
  readonly resource: Resource;
  readonly body: Readonly<Record<string, JsonValue>>;
}

const container = { name: 'c', image: 'i' };
const job = { template: { spec: { restartPolicy: 'Never', containers: [container] } } };
const anything = { rule: 'RunAsAny' };
const strategies = { seLinux: anything, runAsUser: anything, supplementalGroups: anything, fsGroup: anything };
const names = { plural: 'words', singular: 'word', kind: 'Word', listKind: 'WordList' };
const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
const resourceRule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['n'] };
const user = { kind: 'User', user: { name: 'u' } };

const metadata = { name: 'a' };
const subjects = {
  autoscaler: {
    resource: horizontalPodAutoscalers,
    body: { metadata, spec: { maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'd' } } },
  },
  budget: { resource: podDisruptionBudgets, body: { metadata, spec: { minAvailable: 1 } } },
  cronJob: { resource: cronJobs, body: { metadata, spec: { schedule: '@daily', jobTemplate: { spec: job } } } },
  definition: {
    resource: customResourceDefinitions,
    body: {
      metadata: { name: 'words.example.com' },
      spec: { group: 'example.com', scope: 'Namespaced', names, versions: [version] },
    },
  },
  flowSchema: {
    resource: flowSchemas,
    body: {
      metadata,
      spec: { priorityLevelConfiguration: { name: 'l' }, rules: [{ subjects: [user], resourceRules: [resourceRule] }] },
    },
  },
  limits: { resource: limitRanges, body: { metadata, spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } } },
  node: { resource: nodes, body: { metadata, spec: { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'] } } },
  policy: { resource: networkPolicies, body: { metadata, spec: { podSelector: {} } } },
  securityPolicy: {
    resource: podSecurityPolicies,
    body: { metadata, spec: { ...strategies, allowPrivilegeEscalation: true, defaultAllowPrivilegeEscalation: true } },
  },
  volume: {
    resource: persistentVolumes,
    body: {
      metadata,
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    },
  },
  attachment: {
    resource: volumeAttachments,
    body: { metadata, spec: { attacher: 'a.b', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
  },
} satisfies Record<string, Subject>;

type Write = (subject: Subject, ruleCase: RuleCase) => string[];

const writes: Readonly<Record<string, Write>> = {
  'a new': ({ resource, body }, change) => shortCausesOf(create(resource, changeAt(body, change))),
  'a changed': ({ resource, body }, change) =>
    shortCausesOf(update(resource, create(resource, body).object, changeAt(body, change))),
  'the status of a': ({ resource, body }, change) =>
    shortCausesOf(updateStatus(resource, create(resource, body).object, changeAt(body, change))),
};

const tables: readonly (readonly [write: string, subject: keyof typeof subjects, cases: string])[] = [
  [
    'a new',
    'autoscaler',
    `
  spec.behavior = {"scaleUp":{"stabilizationWindowSeconds":3600,"policies":[{"type":"Pods","value":1,"periodSeconds":1800}]}} ⇒ ok
  spec.behavior = {"scaleUp":{"stabilizationWindowSeconds":3601}} ⇒ spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600
  spec.behavior = {"scaleUp":{"policies":[{"type":"Pods","value":1,"periodSeconds":1801}]}} ⇒ spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800
  spec.behavior = {"scaleDown":{"policies":[{"type":"Other","value":0,"periodSeconds":1}]}} ⇒ spec.behavior.scaleDown.policies[0].type: Unsupported value: "Other": supported values: "Percent", "Pods" ;; spec.behavior.scaleDown.policies[0].value: Invalid value: 0: must be greater than zero
    `,
  ],
  [
    'the status of a',
    'autoscaler',
    `
  status = {"currentReplicas":1,"desiredReplicas":0} ⇒ ok
  status = {"currentReplicas":-1,"desiredReplicas":0} ⇒ status.currentReplicas: Invalid value: -1: must be greater than or equal to 0
  status = {"currentReplicas":1,"desiredReplicas":-1} ⇒ status.desiredReplicas: Invalid value: -1: must be greater than or equal to 0
    `,
  ],
  [
    'the status of a',
    'budget',
    `
  status = {"disruptionsAllowed":0,"currentHealthy":0,"desiredHealthy":0,"expectedPods":0,"conditions":[{"type":"A","status":"True","reason":"R","message":"","lastTransitionTime":"2022-01-02T03:04:05Z"}]} ⇒ ok
  status = {"disruptionsAllowed":0,"currentHealthy":0,"desiredHealthy":0,"expectedPods":0,"conditions":[{"type":"A","status":"Other","reason":"R","message":"","lastTransitionTime":"2022-01-02T03:04:05Z"}]} ⇒ status.conditions[0].status: Unsupported value: "Other": supported values: "False", "True", "Unknown"
  status = {"disruptionsAllowed":-1,"currentHealthy":0,"desiredHealthy":0,"expectedPods":0} ⇒ status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0
    `,
  ],
  [
    'the status of a',
    'policy',
    `
  status = {"conditions":[{"type":"A","status":"True","reason":"R","message":"","lastTransitionTime":"2022-01-02T03:04:05Z"}]} ⇒ ok
  status = {"conditions":[{"type":"A","status":"True","message":"","lastTransitionTime":"2022-01-02T03:04:05Z"}]} ⇒ status.conditions[0].reason: Required value: must be set
    `,
  ],
  [
    'the status of a',
    'cronJob',
    `
  status = {"lastScheduleTime":"2022-01-02T03:04:05Z"} ⇒ ok
    `,
  ],
  [
    'a new',
    'definition',
    `
  spec.scope = "Cluster" ⇒ ok
  spec.scope = "Other" ⇒ spec.scope: Unsupported value: "Other": supported values: "Cluster", "Namespaced"
  metadata.name = "other.example.com" ⇒ metadata.name: Invalid value: "other.example.com": must be spec.names.plural+"."+spec.group
    `,
  ],
  [
    'a new',
    'flowSchema',
    `
  spec.rules[0].resourceRules[0].namespaces = ["*"] ⇒ ok
  spec.rules[0].resourceRules[0].namespaces = ["*","n"] ⇒ spec.rules[0].resourceRules[0].namespaces: Invalid value: []string{"*", "n"}: if '*' is present, must not specify other namespaces
  spec.rules[0].resourceRules[0].namespaces = ["A_b"] ⇒ spec.rules[0].resourceRules[0].namespaces[0]: Invalid value: "A_b": each member of this list must be '*' or a DNS-1123 label; a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character
  spec.rules[0].resourceRules[0].namespaces ⇒ spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace
    `,
  ],
  [
    'a new',
    'limits',
    `
  spec.limits[0].max = {"example.com/a":"1"} ⇒ ok
  spec.limits[0].max = {"storage":"1"} ⇒ spec.limits[0].max[storage]: Invalid value: "storage": must be a standard resource for containers ;; spec.limits[0].default[storage]: Invalid value: "storage": must be a standard resource for containers ;; spec.limits[0].defaultRequest[storage]: Invalid value: "storage": must be a standard resource for containers
  spec.limits[0].max = {"other":"1"} ⇒ spec.limits[0].max[other]: Invalid value: "other": must be a standard resource type or fully qualified ;; spec.limits[0].max[other]: Invalid value: "other": must be a standard resource for containers ;; spec.limits[0].default[other]: Invalid value: "other": must be a standard resource type or fully qualified ;; spec.limits[0].default[other]: Invalid value: "other": must be a standard resource for containers ;; spec.limits[0].defaultRequest[other]: Invalid value: "other": must be a standard resource type or fully qualified ;; spec.limits[0].defaultRequest[other]: Invalid value: "other": must be a standard resource for containers
    `,
  ],
  [
    'a changed',
    'node',
    `
  spec.taints = [{"key":"k","effect":"NoSchedule"}] ⇒ ok
  spec.unschedulable = true ⇒ ok
  spec.externalID = "x" ⇒ spec.externalID: Forbidden: may not be updated
    `,
  ],
  [
    'a new',
    'securityPolicy',
    `
  spec.volumes = ["nfs","*"] ⇒ ok
  spec.volumes = ["other"] ⇒ spec.volumes: Unsupported value: "other": supported values: "*", "awsElasticBlockStore", "azureDisk", "azureFile", "cephFS", "cinder", "configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "fc", "flexVolume", "flocker", "gcePersistentDisk", "gitRepo", "glusterfs", "hostPath", "iscsi", "nfs", "persistentVolumeClaim", "photonPersistentDisk", "portworxVolume", "projected", "quobyte", "rbd", "scaleIO", "secret", "storageos", "vsphereVolume"
  spec.allowedProcMountTypes = ["Other"] ⇒ spec.allowedProcMountTypes[0]: Unsupported value: "Other": supported values: "Default", "Unmasked"
  spec.allowedHostPaths = [{"pathPrefix":""}] ⇒ spec.allowedHostPaths[0]: Required value: is required
  spec.allowedFlexVolumes = [{"driver":""}] ⇒ spec.allowedFlexVolumes.allowedFlexVolumes[0].driver: Required value: must specify a driver
  spec.allowedCSIDrivers = [{"name":"A_b"}] ⇒ spec.allowedCSIDrivers.allowedCSIDriver[0].name: Invalid value: "A_b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character
  spec.runtimeClass = {"allowedRuntimeClassNames":["a","a"]} ⇒ spec.runtimeClass.allowedRuntimeClassNames[1]: Duplicate value: "a"
  spec.allowPrivilegeEscalation = false ⇒ spec.defaultAllowPrivilegeEscalation: Invalid value: true: Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true
  spec.defaultAllowPrivilegeEscalation = false ⇒ ok
    `,
  ],
  [
    'a new',
    'volume',
    `
  spec.persistentVolumeReclaimPolicy = "Recycle" ⇒ ok
  spec.hostPath.path = "/" ⇒ ok
  spec = {"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],"hostPath":{"path":"/"},"persistentVolumeReclaimPolicy":"Recycle"} ⇒ spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'
    `,
  ],
  [
    'a changed',
    'attachment',
    `
  metadata.labels = {"a":"b"} ⇒ ok
  spec.nodeName = "other" ⇒ spec: Invalid value: {"attacher":"a.b","source":{"persistentVolumeName":"v"},"nodeName":"other"}: field is immutable
  status.attached = true ⇒ ok
    `,
  ],
  [
    'the status of a',
    'attachment',
    `
  status = {"attached":true,"attachError":{"message":"m"}} ⇒ ok
    `,
  ],
];

describe.each(tables)('%s %s', (write, subject, cases) => {
  it.each(ruleCases(cases))('with %s', (_title, ruleCase) => {
    expect(writes[write]?.(subjects[subject], ruleCase)).toEqual(ruleCase.causes);
  });
});

it('takes so much of metadata and of messages from an attacher, and no more', () => {
  const { resource, body } = subjects.attachment;
  // Both rules of a status write report it.
  const report = (status: JsonValue) => [
    ...new Set(shortCausesOf(updateStatus(resource, create(resource, body).object, { ...body, status }))),
  ];
  const metadataOf = (size: number) => ({ attached: true, attachmentMetadata: { a: 'x'.repeat(size - 1) } });
  const errorOf = (size: number) => ({ attached: true, attachError: { message: 'x'.repeat(size) } });
  expect(report(metadataOf(262_144))).toEqual([]);
  expect(report(metadataOf(262_145))).toEqual(['status.attachmentMetadata: Too long: must have at most 262144 bytes']);
  expect(report(errorOf(1024))).toEqual([]);
  expect(report(errorOf(1025))).toEqual(['status.attachError.message: Too long: must have at most 262144 bytes']);
});
