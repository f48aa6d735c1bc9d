/**
 * Makes an object of one version into the same object of another, through the
 * version that is stored. Takes over its argument: the result may share parts of it.
 */
import { groupVersion } from '../language/group-version-kind.ts';
import type { Resource } from '../language/resource.ts';
import type { TypeMeta } from '../language/infer.ts';
import type { Scheme } from './scheme.ts';

/**
 * Promises to lose nothing: converting back gives the same object. Throws for kinds that another server converts: those
 * are for `convertObjects`.
 */
export function convertObject(scheme: Scheme, object: TypeMeta, from: Resource, to: Resource): TypeMeta {
  if (from === to) return object;
  const hub = scheme.storageOf(from);
  if (!isSameVersion(hub, scheme.storageOf(to))) {
    throw new Error(`${from.plural} and ${to.plural} are not versions of each other`);
  }
  if (from.convertRemotely !== undefined) throw new Error(`${from.plural} are converted by another server`);
  const stored = from === hub ? object : toHub(object, from);
  const converted = to === hub ? stored : fromHub(stored, to);
  converted.kind = to.kind;
  converted.apiVersion = groupVersion(to);
  return converted;
}

function toHub(object: TypeMeta, from: Resource): TypeMeta {
  return from.conversion?.toHub(object as never) ?? object;
}

function fromHub(hub: TypeMeta, to: Resource): TypeMeta {
  return to.conversion?.fromHub(hub as never) ?? hub;
}

function isSameVersion(a: Resource, b: Resource): boolean {
  return a.group === b.group && a.version === b.version && a.plural === b.plural;
}
