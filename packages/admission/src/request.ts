/** Accessors that plugins read a request with, and the refusal. */
import { forbidden } from '@keelson/meta';
import type { Status } from '@keelson/meta';

import type { AdmissionObject, AdmissionRequest, AdmissionOperation } from './plugin.ts';

/** `group` without its domain: `storage`, or empty. */
export function isAbout({ place }: AdmissionRequest, group: string, plural: string, subresource?: string): boolean {
  const { resource } = place;
  return resource.plural === plural && resource.group.split('.', 1)[0] === group && place.subresource === subresource;
}

export function isOneOf({ operation }: AdmissionRequest, ...operations: readonly AdmissionOperation[]): boolean {
  return operations.includes(operation);
}

/** 403, in the words of the API: `pods "a" is forbidden: …`. */
export function refuse(request: AdmissionRequest, why: string): Status {
  const { group, plural } = request.place.resource;
  return forbidden({ group, resource: plural }, nameOf(request), why);
}

/** Names are generated after admission, so that only `generateName` may be known. */
function nameOf({ place, object }: AdmissionRequest): string {
  const { name = '', generateName = '' } = object?.metadata ?? {};
  return place.name ?? (name !== '' ? name : generateName !== '' ? generateName : 'Unknown');
}

/** The object of a create or an update, as the type that the plugin has made sure of. */
export function objectOf<T>({ object }: AdmissionRequest): T {
  return typed(object, 'a delete has no object');
}

/** As it was before an update or a delete, alike. */
export function oldObjectOf<T>({ old }: AdmissionRequest): T {
  return typed(old, 'nothing was there before a create');
}

/** The only cast from declared to static types: the decoder has checked the object against its declaration. */
function typed<T>(object: AdmissionObject | undefined, absent: string): T {
  if (object === undefined) throw new Error(absent);
  return object as unknown as T;
}
