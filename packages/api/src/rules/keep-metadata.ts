/** Takes parts of the metadata from the old object, where a write may not reach them. */

/** Metadata that some kinds do not let a write of their status reach: what it says of them is dropped, not refused. */
export const metadataBeyondStatus = [
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
  'deletionTimestamp',
] as const;

/** The same for kinds of which a write of the status keeps all metadata that validation looks at. */
export const allMetadata = [...metadataBeyondStatus, 'deletionGracePeriodSeconds', 'generateName'] as const;

export function keepMetadata<Key extends string>(
  object: { readonly metadata: { [K in Key]?: unknown } },
  old: { readonly metadata: { readonly [K in Key]?: unknown } },
  keys: readonly Key[],
): void {
  for (const key of keys) {
    if (old.metadata[key] === undefined) Reflect.deleteProperty(object.metadata, key);
    else object.metadata[key] = old.metadata[key];
  }
}
