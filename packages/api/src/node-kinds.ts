/**
 * The kinds that nodes reach object by object, and what relates an object to a node, for the authorizer of nodes, which
 * names no kind.
 */
import type { Resource, Scheme } from '@keelson/schema';

import { leases } from './coordination/v1/lease.resource.ts';
import { configMaps } from './core/v1/config-map.resource.ts';
import { mirrorAnnotation } from './core/v1/mirror-annotation.ts';
import { persistentVolumeClaims } from './core/v1/persistent-volume-claim.resource.ts';
import type { PersistentVolume } from './core/v1/persistent-volume.ts';
import { persistentVolumes } from './core/v1/persistent-volume.resource.ts';
import { referencesOfPod, type PodReferences } from './core/v1/pod-references.ts';
import type { Pod } from './core/v1/pod.ts';
import { pods } from './core/v1/pod.resource.ts';
import { secrets } from './core/v1/secret.resource.ts';
import { serviceAccounts } from './core/v1/service-account.resource.ts';
import { secretsOfVolume, type SecretName } from './core/v1/volume-secrets.ts';
import { defaultAccess } from './rbac/defaults/default-access.ts';
import type { PolicyRule } from './rbac/v1/policy-rule.ts';
import { csiNodes } from './storage/v1/csi-node.resource.ts';
import type { VolumeAttachment } from './storage/v1/volume-attachment.ts';
import { volumeAttachments } from './storage/v1/volume-attachment.resource.ts';

/** The relation of an object to the pods of a node, or to the node itself. */
export type NodeRelation = 'secret' | 'configMap' | 'claim' | 'volume' | 'attachment' | 'serviceAccount';

/** `named`: objects with the name of the node, in this namespace if there is one; `noun` is for messages. */
export type NodeAccess =
  | { readonly kind: 'read' | 'get' | 'token'; readonly relation: NodeRelation; readonly writesStatus?: boolean }
  | { readonly kind: 'named'; readonly noun: string; readonly namespace?: string };

const access: readonly (readonly [Resource, NodeAccess])[] = [
  [secrets, { kind: 'read', relation: 'secret' }],
  [configMaps, { kind: 'read', relation: 'configMap' }],
  [persistentVolumeClaims, { kind: 'get', relation: 'claim', writesStatus: true }],
  [persistentVolumes, { kind: 'get', relation: 'volume' }],
  [volumeAttachments, { kind: 'get', relation: 'attachment' }],
  [serviceAccounts, { kind: 'token', relation: 'serviceAccount' }],
  [leases, { kind: 'named', noun: 'node lease', namespace: 'kube-node-lease' }],
  [csiNodes, { kind: 'named', noun: 'CSINode' }],
];

/** A pod's node, and the objects that the node gets access to through the pod. */
export interface PodOnNode extends PodReferences {
  readonly node: string;
  readonly serviceAccount: string;
}

export interface NodeKinds {
  /** Undefined where the rules of nodes decide alone. */
  accessTo(group: string, plural: string): NodeAccess | undefined;
  /** The rules that apply to every node, whatever its name. */
  readonly rules: readonly PolicyRule[];
  readonly pods: Resource;
  readonly volumes: Resource;
  readonly attachments: Resource;
  readPod(pod: object): PodOnNode | undefined;
  /** The claim that a volume is bound to, as `namespace/name`, and its secrets. */
  readVolume(volume: object): { readonly claim: string; readonly secrets: readonly SecretName[] } | undefined;
  nodeOfAttachment(attachment: object): string;
}

export function findNodeKinds(scheme: Scheme): NodeKinds {
  const { domain } = scheme;
  const groupOf = ({ group }: Resource): string => group.replaceAll('{domain}', domain);
  const find = (resource: Resource): Resource => {
    const found = scheme.resource(groupOf(resource), resource.version, resource.plural);
    if (found === undefined) throw new Error(`the scheme has no ${resource.plural}`);
    return scheme.storageOf(found);
  };
  const byPlace = new Map(access.map(([resource, what]) => [`${groupOf(resource)}/${resource.plural}`, what]));
  const ofNodes = defaultAccess(domain).roles.find(({ metadata }) => metadata.name === 'system:node');
  return {
    accessTo: (group, plural) => byPlace.get(`${group}/${plural}`),
    rules: ofNodes?.rules ?? [],
    pods: find(pods),
    volumes: find(persistentVolumes),
    attachments: find(volumeAttachments),
    readPod: (pod) => readPod(pod as Pod),
    readVolume: (volume) => readVolume(volume as PersistentVolume),
    nodeOfAttachment: (attachment) => (attachment as VolumeAttachment).spec.nodeName,
  };
}

/** A mirror pod gives its node nothing: nodes make these themselves. */
function readPod(pod: Pod): PodOnNode | undefined {
  const { nodeName: node = '', serviceAccountName: serviceAccount = '' } = pod.spec;
  if (node === '') return undefined;
  if (pod.metadata.annotations?.[mirrorAnnotation] !== undefined) return undefined;
  return { node, serviceAccount, ...referencesOfPod(pod) };
}

function readVolume(volume: PersistentVolume): ReturnType<NodeKinds['readVolume']> {
  const { claimRef } = volume.spec;
  if (claimRef === undefined) return undefined;
  return { claim: `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}`, secrets: secretsOfVolume(volume) };
}
