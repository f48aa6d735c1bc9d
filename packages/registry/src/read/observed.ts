/** Get and list of objects that are stored nowhere: they are made of what the server observes at each read. */
import { unexplained, type RequestTarget } from '@keelson/meta';
import { encodeJson, groupVersion, type Resource } from '@keelson/schema';

import type { Answer, ListAnswer, ListOptions, Outcome } from '../contract.ts';
import { formOf } from '../objects/form.ts';
import { plainVersion } from '../objects/stored-object.ts';
import { readSelection, type Selection } from '../options/selection.ts';
import { done, refused } from '../outcome.ts';
import type { Observe, ObservedObject } from '../registry-options.ts';

export function isObserved({ storage }: Pick<Resource, 'storage'>): boolean {
  return storage.kind === 'none' && storage.observed !== undefined;
}

/** Rejects when the observer does. */
export async function getObserved(observe: Observe, { resource, name }: RequestTarget): Promise<Outcome<Answer>> {
  const [found] = await observe(resource, name);
  if (found !== undefined) return done({ object: versionOf(resource, found), form: formOf(resource) });
  const { storage } = resource;
  const word = storage.kind === 'none' ? storage.observed?.wordMissing : undefined;
  return refused(unexplained(word?.(name ?? '') ?? `${name ?? ''} not found`));
}

/** Rejects when the observer does. The list has no resourceVersion. */
export async function listObserved(
  observe: Observe,
  place: RequestTarget,
  options: ListOptions,
): Promise<Outcome<ListAnswer>> {
  const { resource } = place;
  const selection = readSelection(place, options);
  if (!selection.ok) return selection;
  const observed = await observe(resource, selection.value.name);
  const selected = observed.filter((object) => isSelected(selection.value, object));
  const objects = selected.map((object) => versionOf(resource, object));
  return done({ objects, form: formOf(resource), resourceVersion: '' });
}

/** Field selectors know only the names. */
function isSelected({ selector }: Selection, { metadata }: ObservedObject): boolean {
  const { name = '', labels = {} } = metadata;
  return selector === undefined || selector({ labels, fields: { 'metadata.name': name } });
}

function versionOf(resource: Resource, object: ObservedObject) {
  const { group, version, kind, message } = resource;
  const whole = { kind, apiVersion: groupVersion({ group, version }), ...object };
  return plainVersion(object.metadata.name ?? '', 0, Buffer.from(encodeJson(message, whole), 'utf8'));
}
