/** NodeRestriction: a node changes its own Node, the pods bound to it, and what they need; nothing of other nodes. */
import type { Node, PersistentVolumeClaim, Pod } from '@keelson/api';
import { nodeOfUser } from '@keelson/auth';
import { notFound, type Status } from '@keelson/meta';
import { isDeepStrictEqual } from 'node:util';

import type { PluginParts } from '../plugin-parts.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { isAbout, objectOf, oldObjectOf, refuse } from '../request.ts';
import { findMirrorPodFault, findReferenceFault, findUidFault } from './mirror-pods.ts';
import { forbiddenLabels } from './node-labels.ts';

interface BoundToken {
  readonly spec: {
    readonly boundObjectRef?: {
      readonly apiVersion?: string;
      readonly kind?: string;
      readonly name?: string;
      readonly uid?: string;
    } | null;
  };
}

/** The reason of a refusal: a text, or the status of a lookup that failed. Undefined where the request is allowed. */
type Fault = string | Status | undefined;

type Listers = PluginParts['listers'];

const leaseNamespace = 'kube-node-lease';

export function nodeRestriction(listers: Listers): AdmissionPlugin {
  const lookUp = createLookUp(listers);
  return {
    name: 'NodeRestriction',
    concerns: ({ caller }) => nodeOfUser(caller.user) !== undefined,
    admit: async (request) => {
      const { user } = request.caller;
      const node = nodeOfUser(user);
      if (node === undefined) return undefined;
      const fault =
        node === ''
          ? `could not determine node from user ${JSON.stringify(user.name)}`
          : await findFault(node, request, lookUp);
      return typeof fault === 'string' ? refuse(request, fault) : fault;
    },
  };
}

interface LookUp {
  pod(namespace: string, name: string): Promise<Pod | Status>;
  node(name: string): Promise<Node | Status>;
}

function createLookUp(listers: Listers): LookUp {
  const pods = listers.lister<Pod>('', 'pods');
  const nodes = listers.lister<Node>('', 'nodes');
  return {
    pod: async (namespace, name) =>
      (await pods.get({ namespace, name }))?.object ?? notFound({ group: '', resource: 'pod' }, name),
    node: async (name) => (await nodes.get({ name }))?.object ?? notFound({ group: '', resource: 'node' }, name),
  };
}

function isStatus(found: object): found is Status {
  return 'kind' in found && found.kind === 'Status';
}

function findFault(node: string, request: AdmissionRequest, lookUp: LookUp): Fault | Promise<Fault> {
  const { subresource } = request.place;
  const isOf = (group: string, plural: string): boolean => isAbout(request, group, plural, subresource);
  if (isOf('', 'pods')) return findPodFault(node, request, lookUp);
  if (isOf('', 'nodes')) return findNodeFault(node, request);
  if (isOf('', 'persistentvolumeclaims')) {
    return subresource === 'status' ? findClaimFault(node, request) : 'may only update PVC status';
  }
  if (isOf('', 'serviceaccounts')) return subresource === 'token' ? findTokenFault(node, request, lookUp) : undefined;
  if (isOf('coordination', 'leases')) {
    if (request.place.namespace !== leaseNamespace) {
      return `can only access leases in the "${leaseNamespace}" system namespace`;
    }
    return findNameFault(node, request, 'node lease');
  }
  return isOf('storage', 'csinodes') ? findNameFault(node, request, 'CSINode') : undefined;
}

function findPodFault(node: string, request: AdmissionRequest, lookUp: LookUp): Fault | Promise<Fault> {
  const { subresource } = request.place;
  switch (subresource) {
    case undefined:
      return findWholePodFault(node, request, lookUp);
    case 'status':
      return findPodStatusFault(node, request);
    case 'eviction':
      return findEvictionFault(node, request, lookUp);
    default:
      return `unexpected pod subresource ${JSON.stringify(subresource)}, only 'status' and 'eviction' are allowed`;
  }
}

async function findWholePodFault(node: string, request: AdmissionRequest, lookUp: LookUp): Promise<Fault> {
  const { operation } = request;
  const quoted = JSON.stringify(node);
  if (operation === 'delete') {
    const { nodeName = '' } = oldObjectOf<Pod>(request).spec;
    return nodeName === node ? undefined : `node ${quoted} can only delete pods with spec.nodeName set to itself`;
  }
  if (operation !== 'create') {
    return `unexpected operation "${operation.toUpperCase()}", node ${quoted} can only create and delete mirror pods`;
  }
  const pod = objectOf<Pod>(request);
  const fault = findMirrorPodFault(pod, node);
  if (fault !== undefined) return fault;
  const owner = await lookUp.node(node);
  if (isStatus(owner)) return owner;
  return findUidFault(pod, node, owner) ?? findReferenceFault(pod, node);
}

function findPodStatusFault(node: string, request: AdmissionRequest): Fault {
  const quoted = JSON.stringify(node);
  if (request.operation !== 'update') return `unexpected operation "${request.operation.toUpperCase()}"`;
  const old = oldObjectOf<Pod>(request);
  if (old.spec.nodeName !== node) {
    return `node ${quoted} can only update pod status for pods with spec.nodeName set to itself`;
  }
  const { labels = {} } = objectOf<Pod>(request).metadata;
  return isDeepStrictEqual({ ...old.metadata.labels }, { ...labels })
    ? undefined
    : `node ${quoted} cannot update labels through pod status`;
}

async function findEvictionFault(node: string, request: AdmissionRequest, lookUp: LookUp): Promise<Fault> {
  if (request.operation !== 'create') return `unexpected operation ${request.operation.toUpperCase()}`;
  const { namespace = '' } = request.place;
  const pod = await lookUp.pod(namespace, request.place.name ?? request.object?.metadata.name ?? '');
  if (isStatus(pod)) return pod;
  return pod.spec.nodeName === node ? undefined : `node ${node} can only evict pods with spec.nodeName set to itself`;
}

function findNodeFault(node: string, request: AdmissionRequest): Fault {
  const quoted = JSON.stringify(node);
  const requested = request.place.name ?? request.object?.metadata.name ?? '';
  if (requested !== node) return `node ${quoted} is not allowed to modify node ${JSON.stringify(requested)}`;
  if (request.operation === 'create') return findNewNodeFault(quoted, objectOf<Node>(request));
  return request.operation === 'update'
    ? findChangedNodeFault(quoted, objectOf<Node>(request), oldObjectOf<Node>(request))
    : undefined;
}

function findNewNodeFault(quoted: string, { metadata, spec }: Node): Fault {
  if (spec.configSource !== undefined) {
    return `node ${quoted} is not allowed to create pods with a non-nil configSource`;
  }
  const labels = forbiddenLabels(metadata.labels);
  return labels.length === 0
    ? undefined
    : `node ${quoted} is not allowed to set the following labels: ${labels.join(', ')}`;
}

function findChangedNodeFault(quoted: string, { metadata, spec }: Node, old: Node): Fault {
  if (spec.configSource !== undefined && !isDeepStrictEqual(spec.configSource, old.spec.configSource)) {
    return `node ${quoted} is not allowed to update configSource to a new non-nil configSource`;
  }
  if (!isDeepStrictEqual(spec.taints ?? [], old.spec.taints ?? [])) {
    return `node ${quoted} is not allowed to modify taints`;
  }
  const labels = forbiddenLabels(metadata.labels, old.metadata.labels);
  return labels.length === 0 ? undefined : `node ${quoted} is not allowed to modify labels: ${labels.join(', ')}`;
}

/** Whatever the body says elsewhere counts as a change, so that a node cannot relabel claims. */
function findClaimFault(node: string, request: AdmissionRequest): Fault {
  if (request.operation !== 'update') return `unexpected operation "${request.operation.toUpperCase()}"`;
  const kept = ({ metadata, spec, status }: PersistentVolumeClaim): object => {
    const { resourceVersion: _version, managedFields: _managers, ...rest } = metadata;
    const { capacity: _capacity, conditions: _conditions, ...told } = status;
    return { metadata: rest, spec, status: told };
  };
  const isSame = isDeepStrictEqual(
    kept(objectOf<PersistentVolumeClaim>(request)),
    kept(oldObjectOf<PersistentVolumeClaim>(request)),
  );
  return isSame
    ? undefined
    : `node ${JSON.stringify(node)} is not allowed to update fields other than status.capacity and status.conditions`;
}

async function findTokenFault(node: string, request: AdmissionRequest, lookUp: LookUp): Promise<Fault> {
  if (request.operation !== 'create') return undefined;
  const bound = objectOf<BoundToken>(request).spec.boundObjectRef ?? {};
  const { name = '', uid = '' } = bound;
  if (!isPodReference(bound)) return 'node requested token not bound to a pod';
  if (uid === '') return 'node requested token with a pod binding without a uid';
  const pod = await lookUp.pod(request.place.namespace ?? '', name);
  if (isStatus(pod)) return pod;
  if (pod.metadata.uid !== uid) {
    return `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  }
  return pod.spec.nodeName === node ? undefined : 'node requested token bound to a pod scheduled on a different node';
}

function isPodReference({ apiVersion, kind, name = '' }: NonNullable<BoundToken['spec']['boundObjectRef']>): boolean {
  return apiVersion === 'v1' && kind === 'Pod' && name !== '';
}

function findNameFault(node: string, request: AdmissionRequest, noun: string): Fault {
  const { place, object, operation } = request;
  const name = operation === 'create' ? object?.metadata.name : place.name;
  return name === node ? undefined : `can only access ${noun} with the same name as the requesting node`;
}
