/**
 * A model of garbage collection: which objects have to be left of a graph of owners once the collector is at rest, and
 * which others may be. It knows nothing of the order in which the collector works: where that decides, both are right.
 */

/** The owner that a reference names. */
export type ModelledOwner =
  | { readonly kind: 'object'; readonly object: ModelledObject }
  /** No object of that kind, name and uid. */
  | { readonly kind: 'absent'; readonly isNamespaced: boolean }
  /** Of a kind that is not served, which decides nothing. */
  | { readonly kind: 'unknown' };

export interface ModelledObject {
  /** Its path, which is unique. */
  readonly path: string;
  /** Empty for an object without a namespace. */
  readonly namespace: string;
  readonly owners: ModelledOwner[];
  /** Somebody has deleted it. */
  isDeleted: boolean;
  /** Orphaned dependents lose their reference to it. `uncertain`: it, or they, may have gone before. */
  orphaned: 'no' | 'uncertain' | 'certain';
}

/** The least and the most that is left: `must` is part of `may`. */
export interface Survivors {
  readonly must: ReadonlySet<ModelledObject>;
  readonly may: ReadonlySet<ModelledObject>;
}

export function survivorsOf(objects: readonly ModelledObject[]): Survivors {
  return { must: greatest(objects, hasToStay), may: greatest(objects, mayStay) };
}

type Rule = (object: ModelledObject, left: ReadonlySet<ModelledObject>) => boolean;

/** The largest set in which each object stays by the rule: objects that own each other hold each other. */
function greatest(objects: readonly ModelledObject[], stays: Rule): ReadonlySet<ModelledObject> {
  const left = new Set(objects.filter(({ isDeleted }) => !isDeleted));
  for (let size = -1; size !== left.size;) {
    size = left.size;
    for (const object of left) if (!stays(object, left)) left.delete(object);
  }
  return left;
}

/** The references that may be taken off hold nothing. */
function hasToStay(object: ModelledObject, left: ReadonlySet<ModelledObject>): boolean {
  const kept = object.owners.filter((owner) => {
    const isTakenOff = isOrphanedBy(owner) && owner.object.orphaned === 'certain' && isInReach(object, owner.object);
    return !isTakenOff;
  });
  return kept.length === 0 || kept.some((owner) => !isOrphanedBy(owner) && holds(object, owner, left));
}

/** Owners that are orphaned release all that name them, wherever these are. */
function mayStay(object: ModelledObject, left: ReadonlySet<ModelledObject>): boolean {
  if (object.owners.length === 0) return true;
  return object.owners.some((owner) => isOrphanedBy(owner) || holds(object, owner, left));
}

function isOrphanedBy(owner: ModelledOwner): owner is Extract<ModelledOwner, { kind: 'object' }> {
  return owner.kind === 'object' && owner.object.orphaned !== 'no';
}

function holds(object: ModelledObject, owner: ModelledOwner, left: ReadonlySet<ModelledObject>): boolean {
  if (!decides(object.namespace, owner)) return true;
  return owner.kind === 'object' && isInReach(object, owner.object) && left.has(owner.object);
}

/**
 * False for an owner by which the collector decides nothing, so that it leaves the object alone: one of a kind that is not
 * served, or with a namespace where the object has none.
 */
export function decides(namespace: string, owner: ModelledOwner): boolean {
  switch (owner.kind) {
    case 'unknown':
      return false;
    case 'absent':
      return namespace !== '' || !owner.isNamespaced;
    case 'object':
      return namespace !== '' || owner.object.namespace === '';
  }
}

/** An owner has no namespace, or that of the object. */
function isInReach(object: ModelledObject, owner: ModelledObject): boolean {
  return owner.namespace === '' || owner.namespace === object.namespace;
}
