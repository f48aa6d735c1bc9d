/** Takes parts of the metadata from the old object, where a write may not reach them. */
type Metadata = Record<string, unknown>;

export function keepMetadata<Key extends string>(
  object: { readonly metadata: { [K in Key]?: unknown } },
  old: { readonly metadata: { readonly [K in Key]?: unknown } },
  keys: readonly Key[],
): void {
  const target: Metadata = object.metadata;
  for (const key of keys) {
    if (old.metadata[key] === undefined) delete target[key];
    else target[key] = old.metadata[key];
  }
}
