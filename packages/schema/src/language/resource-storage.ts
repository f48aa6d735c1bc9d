/** Where the objects of a resource are: in the store, or nowhere. */

/**
 * `subjectAccess`: may the subject of the spec do this? `selfSubjectAccess`: may the caller? `selfSubjectRules`: what
 * may the caller do? `selfSubject`: who is the caller? `token`: whose is this token?
 */
export type ReviewKind = 'subjectAccess' | 'selfSubjectAccess' | 'selfSubjectRules' | 'selfSubject' | 'token';

/** The group and version that objects are stored in, whichever version of the resource they are written in. */
export interface StoredObjects {
  readonly kind: 'stored';
  readonly group: string;
  readonly version: string;
  /** The folder of the keys, below the store's prefix: `configmaps`. */
  readonly prefix: string;
  /** Objects are stored as JSON whatever the media type of the store, as kube-apiserver stores those of the kind. */
  readonly isAlwaysJson?: true;
  /** The version that discovery's hash is made of, where clients know another one than is stored. */
  readonly shownVersion?: string;
}

/** Objects are reviews, answered and never stored. */
export interface ReviewedObjects {
  readonly kind: 'review';
  readonly review: ReviewKind;
}

/** There are no objects, or none of this server's own. */
export interface NoObjects {
  readonly kind: 'none';
  /** A post is carried out on the object that its body names, as if posted to this subresource of another resource. */
  readonly actsThrough?: { readonly plural: string; readonly subresource: string };
  /** Its objects are made at each read, from what the server observes at that moment. */
  readonly observed?: { readonly wordMissing: (name: string) => string };
}

export type ResourceStorage = StoredObjects | ReviewedObjects | NoObjects;

/** The kind of review, of a resource whose objects are reviews. */
export function reviewOf({ storage }: { readonly storage: ResourceStorage }): ReviewKind | undefined {
  return storage.kind === 'review' ? storage.review : undefined;
}
