/** Kinds for tests, small but with every topology that declarations can give, and one that has two versions. */
import { field, kind, list, map, message, mergeStructureOf, optional, required } from '@keelson/schema';
import * as shapes from '@keelson/schema';
import type { Message, MergeNode } from '@keelson/schema';

import { namedFields } from '../field-sets/field-set.ts';
import type { JsonObject } from '../json-object.ts';
import type { ManagedType, Versions } from '../owners/managed-type.ts';

const { bool, int32, string, uid } = shapes;
const strings = list(string);

const OwnerReference = message(
  'test.OwnerReference',
  {
    apiVersion: required(5, string),
    kind: required(1, string),
    name: required(3, string),
    uid: required(4, uid),
    controller: optional(6, bool),
  },
  { structType: 'atomic' },
);

const ManagedFieldsEntry = message('test.ManagedFieldsEntry', {
  manager: field(1, string),
  operation: field(2, string),
  apiVersion: field(3, string),
  time: optional(4, shapes.time),
  fieldsType: field(6, string),
  fieldsV1: optional(7, shapes.fieldsV1),
  subresource: field(8, string),
});

export const ObjectMeta = message('test.ObjectMeta', {
  name: field(1, string),
  generateName: field(2, string),
  namespace: field(3, string),
  uid: field(5, uid),
  resourceVersion: field(6, string),
  generation: field(7, shapes.int64),
  creationTimestamp: field(8, shapes.time),
  labels: field(11, map(string)),
  annotations: field(12, map(string)),
  ownerReferences: field(13, list(OwnerReference), { patchStrategy: 'merge', patchMergeKey: 'uid' }),
  finalizers: field(14, strings, { patchStrategy: 'merge' }),
  managedFields: field(17, list(ManagedFieldsEntry)),
});

export const ConfigMap = kind('test.ConfigMap', {
  metadata: field(1, ObjectMeta),
  immutable: optional(4, bool),
  data: field(2, map(string)),
});

const Port = message('test.Port', {
  name: field(1, string),
  containerPort: required(3, int32),
  protocol: field(4, string, { default: 'TCP' }),
});

const EnvVar = message('test.EnvVar', { name: required(1, string), value: field(2, string) });

const byName = { patchStrategy: 'merge', patchMergeKey: 'name' } as const;

const Container = message('test.Container', {
  name: required(1, string),
  image: field(2, string),
  args: field(3, strings),
  ports: field(6, list(Port), {
    patchStrategy: 'merge',
    patchMergeKey: 'containerPort',
    listType: 'map',
    listMapKeys: ['containerPort', 'protocol'],
  }),
  env: field(7, list(EnvVar), byName),
  limits: field(8, map(shapes.quantity)),
  imagePullPolicy: field(14, string, { default: 'Always' }),
});

const Volume = message('test.Volume', {
  name: required(1, string),
  emptyDir: optional(2, message('test.EmptyDir', { medium: field(1, string) })),
  configMap: optional(3, message('test.ConfigMapSource', { name: field(1, string) })),
});

const Toleration = message('test.Toleration', { key: field(1, string), operator: field(2, string) });

const Reference = message('test.Reference', { name: field(1, string) });

const PodSpec = message('test.PodSpec', {
  volumes: field(1, list(Volume), { patchStrategy: 'merge,retainKeys', patchMergeKey: 'name' }),
  containers: required(2, list(Container), byName),
  restartPolicy: field(3, string, { default: 'Always' }),
  nodeSelector: field(7, map(string), { mapType: 'atomic' }),
  imagePullSecrets: field(15, list(Reference), byName),
  tolerations: field(22, list(Toleration), { listType: 'atomic' }),
});

const Selector = message('test.Selector', { matchLabels: field(1, map(string)) }, { structType: 'atomic' });

const Strategy = message('test.Strategy', {
  type: field(1, string, { default: 'RollingUpdate' }),
  maxSurge: optional(2, shapes.intOrString),
});

const Condition = message('test.Condition', {
  type: required(1, string),
  status: required(2, string),
  reason: field(5, string),
});

/** A workload: what most of the API looks like, with a template of named containers and a status. */
export const Deployment = kind('test.Deployment', {
  metadata: field(1, ObjectMeta),
  spec: field(
    2,
    message('test.DeploymentSpec', {
      replicas: optional(1, int32, { default: 1 }),
      selector: optional(2, Selector),
      template: field(3, message('test.Template', { metadata: field(1, ObjectMeta), spec: field(2, PodSpec) })),
      strategy: field(4, Strategy, { patchStrategy: 'retainKeys' }),
    }),
  ),
  status: field(
    3,
    message('test.DeploymentStatus', {
      replicas: field(1, int32),
      conditions: field(6, list(Condition), { patchStrategy: 'merge', patchMergeKey: 'type' }),
    }),
  ),
});

const Driver = message('test.Driver', {
  name: required(1, string),
  nodeID: required(2, string),
  topologyKeys: required(3, strings),
});

/** Lists that are always written, and so are null when they are empty. */
export const Node = kind('test.Node', {
  metadata: field(1, ObjectMeta),
  spec: field(2, message('test.NodeSpec', { drivers: required(1, list(Driver), byName) })),
});

const Entry = message('test.Entry', {
  k: required(1, string),
  v: field(2, string),
  inner: field(3, list(message('test.Inner', { id: required(1, int32), note: field(2, string) })), {
    listType: 'map',
    listMapKeys: ['id'],
  }),
});

const pair = { x: field(1, string), y: field(2, string) };

/** Every topology, side by side. */
const widgetSpec = {
  atomic: field(1, strings, { listType: 'atomic' }),
  set: field(2, strings, { listType: 'set' }),
  numbers: field(3, list(int32), { listType: 'set' }),
  map: field(4, list(Entry), { listType: 'map', listMapKeys: ['k'] }),
  whole: optional(5, message('test.Whole', pair, { structType: 'atomic' })),
  parts: optional(6, message('test.Parts', pair)),
  labels: field(7, map(string)),
  wholeLabels: field(8, map(string), { mapType: 'atomic' }),
  groups: field(9, map(message('test.Group', pair))),
  free: field(10, shapes.json),
  color: field(11, string, { default: 'red' }),
} as const;

export const Widget = kind('test.Widget', {
  metadata: field(1, ObjectMeta),
  spec: field(2, message('test.WidgetSpec', widgetSpec)),
  status: field(3, message('test.WidgetStatus', { phase: field(1, string), seen: field(2, int32) })),
});

/** The same as it was before: what is parts now was atomic, and the other way round. */
export const OldWidget = kind('test.OldWidget', {
  metadata: field(1, ObjectMeta),
  spec: field(
    2,
    message('test.OldWidgetSpec', {
      ...widgetSpec,
      atomic: field(1, strings, { listType: 'set' }),
      map: field(4, list(Entry), { listType: 'atomic' }),
      whole: optional(5, message('test.OldWhole', pair)),
      wholeLabels: field(8, map(string)),
      labels: field(7, map(string), { mapType: 'atomic' }),
    }),
  ),
});

const gadgetSpec = { size: field(1, int32), items: field(2, list(Entry), { listType: 'map', listMapKeys: ['k'] }) };

export const GadgetV1 = kind('test.v1.Gadget', {
  metadata: field(1, ObjectMeta),
  spec: field(2, message('test.v1.GadgetSpec', { ...gadgetSpec, colour: field(3, string) })),
});

/** As `GadgetV1`, with one field under another name. */
export const GadgetV2 = kind('test.v2.Gadget', {
  metadata: field(1, ObjectMeta),
  spec: field(2, message('test.v2.GadgetSpec', { ...gadgetSpec, color: field(3, string) })),
});

export function managedType(name: string, type: Message, more: Partial<ManagedType> = {}): ManagedType {
  return { apiVersion: 'test/v1', kind: name, structure: mergeStructureOf(type), message: type, ...more };
}

const spec = namedFields([['spec']]);
const status = namedFields([['status']]);
const withStatus = { resetFields: { '': status, status: spec } };

const gadgets: Readonly<Record<string, MergeNode>> = {
  'test/v1': mergeStructureOf(GadgetV1),
  'test/v2': mergeStructureOf(GadgetV2),
};

const gadgetVersions: Versions = {
  structureOf: (apiVersion) => gadgets[apiVersion],
  convert: (object, from, to) => rename(object, from, to),
};

function rename(object: JsonObject, from: string, to: string): JsonObject {
  if (from === to) return object;
  const [before, after] = to === 'test/v2' ? ['colour', 'color'] : ['color', 'colour'];
  const { spec: held, ...rest } = object;
  const { [before]: value, ...others } = (held ?? {}) as JsonObject;
  return {
    ...rest,
    apiVersion: to,
    spec: { ...others, ...(value !== undefined && value !== null && { [after]: value }) },
  };
}

/** Everything is data: what a custom resource without a schema is. */
const anything: MergeNode = { kind: 'untyped' };

export const types: Readonly<Record<string, ManagedType>> = {
  ConfigMap: managedType('ConfigMap', ConfigMap),
  Deployment: managedType('Deployment', Deployment, withStatus),
  Node: managedType('Node', Node),
  Widget: managedType('Widget', Widget, withStatus),
  OldWidget: managedType('Widget', OldWidget),
  GadgetV1: managedType('Gadget', GadgetV1, { versions: gadgetVersions }),
  GadgetV2: managedType('Gadget', GadgetV2, { apiVersion: 'test/v2', versions: gadgetVersions }),
  Anything: { apiVersion: 'test/v1', kind: 'Anything', structure: anything },
};
