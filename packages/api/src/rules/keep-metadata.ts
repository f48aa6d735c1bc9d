/** Takes parts of the metadata from the old object, where a write may not reach them. */
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
