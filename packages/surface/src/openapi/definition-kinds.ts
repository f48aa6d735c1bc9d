/** Which kinds the documents say a message is known as. */
import { DeleteOptions, WatchEvent } from '@keelson/api';
import { groupVersion, kindsOfMessages } from '@keelson/schema';
import type { GroupVersionKind, Message, Resource, Scheme } from '@keelson/schema';

export function definitionKinds(
  scheme: Scheme,
  resources: readonly Resource[],
): (message: Message) => readonly GroupVersionKind[] {
  const isHidden = hiddenVersions(scheme, resources);
  const isServed = servedKinds(scheme, resources);
  const known = kindsOfMessages([...scheme.kinds()].filter((kind) => !isHidden(kind) && isServed(kind)));
  const everywhere = versionsOf(resources);
  const inEveryVersion = (kind: string): GroupVersionKind[] => everywhere.map((each) => ({ ...each, kind }));
  // These are sent to, and come from, every version of every group.
  const shared = new Map<Message, readonly GroupVersionKind[]>([
    [DeleteOptions, inEveryVersion('DeleteOptions')],
    [WatchEvent, inEveryVersion('WatchEvent')],
  ]);
  const metaGroup = `meta.${scheme.domain}`;
  return (message) => shared.get(message) ?? known(message).map((each) => withoutMeta(each, metaGroup));
}

/** Versions in the scheme of which nothing is served are left out. */
function hiddenVersions(
  scheme: Scheme,
  served: readonly Resource[],
): (of: { group: string; version: string }) => boolean {
  const visible = new Set(served.map(groupVersion));
  const hidden = new Set(
    scheme
      .resources()
      .map(groupVersion)
      .filter((each) => !visible.has(each)),
  );
  return (of) => hidden.has(groupVersion(of));
}

/** A kind may have gone from a version in which others are served. */
function servedKinds(scheme: Scheme, served: readonly Resource[]): (kind: GroupVersionKind) => boolean {
  const all = new Set(served);
  return ({ group, version, kind }) => {
    const resource =
      scheme.resourceOfKind({ group, version, kind }) ??
      scheme.resourceOfKind({ group, version, kind: kind.replace(/List$/, '') });
    return resource === undefined || all.has(resource);
  };
}

/** On the wire, the kinds of the meta group are those of no group. */
function withoutMeta(gvk: GroupVersionKind, metaGroup: string): GroupVersionKind {
  return gvk.group === metaGroup ? { ...gvk, group: '' } : gvk;
}

function versionsOf(resources: readonly Resource[]): { group: string; version: string }[] {
  const versions = new Map(resources.map(({ group, version }) => [`${group}/${version}`, { group, version }]));
  return [...versions.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, version]) => version);
}
