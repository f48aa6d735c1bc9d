/** Has the owners of a write recorded, with what the declarations say about its place. */
import { groupVersion } from '@keelson/schema';
import type { Resource } from '@keelson/schema';

import type { ApiObject } from '../objects/api-object.ts';
import type { Writing } from './writing.ts';

/** `object` and `live` are in the version of the place. */
export function own({ parts, place, plan }: Writing, object: ApiObject, live: ApiObject | undefined): void {
  const { resource, subresource } = place;
  parts.ownership.recordUpdate({
    message: resource.message,
    live,
    object,
    manager: plan.manager,
    apiVersion: groupVersion(resource),
    subresource,
    now: parts.now(),
    unwritten: unwrittenFields(resource, subresource),
  });
}

/** The status belongs to its subresource, and a subresource to nothing but what it writes. */
export function unwrittenFields(resource: Resource, subresource: string | undefined): readonly string[] {
  if (subresource === undefined) {
    const { status } = resource.subresources;
    return (status?.writes ?? []).map(topLevel);
  }
  const { writes } = resource.subresources[subresource] ?? {};
  if (writes === undefined) return [];
  const written = new Set(writes.map(topLevel));
  return Object.keys(resource.message.fields).filter((field) => field !== 'metadata' && !written.has(field));
}

function topLevel(path: string): string {
  return path.split('.', 1)[0] ?? path;
}
