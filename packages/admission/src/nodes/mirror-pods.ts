/** The rules for pods that a node makes itself: they mirror what runs on it already, and give it no rights. */
import { mirrorAnnotation, referencesOfPod, type Node, type Pod } from '@keelson/api';

/** The reason that a node may not create a pod, if any. Checks that need the Node object are `findUidFault`. */
export function findMirrorPodFault(pod: Pod, node: string): string | undefined {
  const quoted = JSON.stringify(node);
  if (pod.metadata.annotations?.[mirrorAnnotation] === undefined) {
    return `pod does not have "${mirrorAnnotation}" annotation, node ${quoted} can only create mirror pods`;
  }
  if (pod.spec.nodeName !== node) return `node ${quoted} can only create pods with spec.nodeName set to itself`;
  return findOwnerFault(pod, node);
}

function findOwnerFault({ metadata: { ownerReferences = [] } }: Pod, node: string): string | undefined {
  const quoted = JSON.stringify(node);
  const [owner, ...more] = ownerReferences;
  if (more.length > 0) return `node ${quoted} can only create pods with a single owner reference set to itself`;
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
    return `node ${quoted} can only create pods with an owner reference set to itself`;
  }
  if (owner.controller !== true) {
    return `node ${quoted} can only create pods with a controller owner reference set to itself`;
  }
  return owner.blockOwnerDeletion === true
    ? `node ${quoted} must not set blockOwnerDeletion on an owner reference`
    : undefined;
}

export function findUidFault(
  { metadata: { ownerReferences = [] } }: Pod,
  name: string,
  node: Node,
): string | undefined {
  const given = ownerReferences[0]?.uid ?? '';
  const { uid = '' } = node.metadata;
  return given === uid ? undefined : `node ${name} UID mismatch: expected ${given} got ${uid}`;
}

/** A node must not name objects that it could then read. */
export function findReferenceFault(pod: Pod, node: string): string | undefined {
  const wordFault = (what: string): string => `node ${JSON.stringify(node)} can not create pods that reference ${what}`;
  const { secrets, configMaps, claims } = referencesOfPod(pod);
  if ((pod.spec.serviceAccountName ?? '') !== '') return wordFault('a service account');
  if (secrets.size > 0) return wordFault('secrets');
  if (configMaps.size > 0) return wordFault('configmaps');
  return claims.size > 0 ? wordFault('persistentvolumeclaims') : undefined;
}
