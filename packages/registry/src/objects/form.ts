/** Derives the forms of answers and bodies from declarations. */
import type { GroupKind, GroupResource, RequestTarget } from '@keelson/meta';
import type { Resource, Scheme } from '@keelson/schema';

import type { Form } from '../contract.ts';

const forms = new WeakMap<Resource, Form>();

/** One per declaration, so that forms can be compared. */
export function formOf(resource: Resource): Form {
  const known = forms.get(resource);
  if (known !== undefined) return known;
  const { group, version, kind, message } = resource;
  const form = { group, version, kind, message, resource };
  forms.set(resource, form);
  return form;
}

/**
 * The form of the objects that a resource answers with: that of the stored version, from which this process converts, or
 * of its own version where another server has converted them.
 */
export function answerFormOf(scheme: Pick<Scheme, 'storageOf'>, resource: Resource): Form {
  return formOf(resource.convertRemotely === undefined ? scheme.storageOf(resource) : resource);
}

/** The form of the body in a write to this place. */
export function bodyFormOf({ resource, subresource }: RequestTarget): Form {
  const servedAs = subresource === undefined ? undefined : resource.subresources[subresource]?.servedAs;
  return servedAs ?? formOf(resource);
}

/** The resource's name in failures. */
export function groupResourceOf({ group, plural }: Resource): GroupResource {
  return { group, resource: plural };
}

/** The resource's kind in refusals of invalid objects. */
export function groupKindOf({ group, kind, groupOfRefusals }: Resource): GroupKind {
  return { group: groupOfRefusals ?? group, kind };
}
