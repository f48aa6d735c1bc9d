/**
 * Relations of objects to a node: the objects that its pods reference, and the volumes, with their secrets, that are
 * bound to the claims of these pods. Each request walks the node's pods, which are few; no graph is maintained, only
 * three informer indexes.
 */
import type { NodeKinds, NodeRelation, PodOnNode } from '@keelson/api';
import type { CachedObject, Informers, ObjectIndex } from '@keelson/informers';
import type { Resource } from '@keelson/schema';

export interface ObjectPlace {
  /** Empty for kinds without namespaces. */
  readonly namespace: string;
  readonly name: string;
}

export type IsRelated = (node: string, relation: NodeRelation, place: ObjectPlace) => boolean;

type Volume = NonNullable<ReturnType<NodeKinds['readVolume']>>;

export function createNodeRelations(informers: Pick<Informers, 'informer'>, kinds: NodeKinds): IsRelated {
  const readPod = readOnce(kinds.readPod);
  const readVolume = readOnce(kinds.readVolume);
  const index = (resource: Resource, keyOf: (object: CachedObject<object>) => string | undefined) =>
    informers.informer<object>(resource).addIndex((object) => {
      const key = keyOf(object);
      return key === undefined ? [] : [key];
    });
  const podsByNode = index(kinds.pods, (pod) => readPod(pod)?.node);
  const volumesByClaim = index(kinds.volumes, (volume) => readVolume(volume)?.claim);
  const attachmentsByNode = index(kinds.attachments, ({ object }) => kinds.nodeOfAttachment(object));

  const volumesOf = (pod: CachedObject<object>) => volumesBehind(pod, readPod(pod), volumesByClaim);
  const somePod = (node: string, is: (pod: CachedObject<object>, named: PodOnNode) => boolean): boolean =>
    some(podsByNode.get(node), (pod) => {
      const named = readPod(pod);
      return named !== undefined && is(pod, named);
    });
  const holdsSecret = (volume: CachedObject<object>, { namespace, name }: ObjectPlace): boolean =>
    (readVolume(volume)?.secrets ?? []).some((secret) => secret.namespace === namespace && secret.name === name);

  return (node, relation, place) => {
    const { namespace, name } = place;
    switch (relation) {
      case 'secret':
        return somePod(
          node,
          (pod, { secrets }) =>
            (pod.namespace === namespace && secrets.has(name)) ||
            some(volumesOf(pod), (volume) => holdsSecret(volume, place)),
        );
      case 'configMap':
        return somePod(node, (pod, { configMaps }) => pod.namespace === namespace && configMaps.has(name));
      case 'claim':
        return somePod(node, (pod, { claims }) => pod.namespace === namespace && claims.has(name));
      case 'serviceAccount':
        return somePod(node, (pod, { serviceAccount }) => pod.namespace === namespace && serviceAccount === name);
      case 'volume':
        return somePod(node, (pod) => some(volumesOf(pod), (volume) => volume.name === name));
      case 'attachment':
        return some(attachmentsByNode.get(node), (attachment) => attachment.name === name);
    }
  };
}

function* volumesBehind(
  { namespace }: CachedObject<object>,
  named: PodOnNode | undefined,
  volumesByClaim: ObjectIndex<object>,
): Iterable<CachedObject<object>> {
  for (const claim of named?.claims ?? []) yield* volumesByClaim.get(`${namespace}/${claim}`);
}

function some<T>(items: Iterable<T>, is: (item: T) => boolean): boolean {
  for (const item of items) if (is(item)) return true;
  return false;
}

/** Memoizes `read` for each cached version of an object. */
function readOnce<T extends PodOnNode | Volume>(read: (object: object) => T | undefined) {
  const known = new WeakMap<CachedObject<object>, T>();
  return (cached: CachedObject<object>): T | undefined => {
    const before = known.get(cached);
    if (before !== undefined) return before;
    const found = read(cached.object);
    if (found !== undefined) known.set(cached, found);
    return found;
  };
}
