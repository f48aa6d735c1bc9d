/** The declaration in whose version the server writes objects of flow control, and the informer of them. */
import type { Informer, Informers } from '@keelson/informers';
import type { ApiObject } from '@keelson/registry';
import type { Resource, Scheme } from '@keelson/schema';

export interface CurrentVersion {
  readonly resource: Resource;
  readonly informer: Informer<ApiObject>;
}

/** The version that no other is to replace. */
export function currentVersion(
  informers: Informers,
  scheme: Pick<Scheme, 'resources'>,
  purpose: 'flowSchema' | 'priorityLevel',
): CurrentVersion {
  const declared = scheme.resources().filter((resource) => resource.purpose?.kind === purpose);
  const resource = declared.find(({ lifecycle }) => lifecycle?.replacement === undefined);
  if (resource === undefined) throw new Error(`no declared resource is a ${purpose}`);
  return { resource, informer: informers.informer<ApiObject>(resource) };
}
