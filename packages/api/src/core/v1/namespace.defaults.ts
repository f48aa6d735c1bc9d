/** Defaults of Namespaces. */
const nameLabel = 'kubernetes.io/metadata.name';

/** So that selectors can name a namespace. */
export function labelWithOwnName({ metadata }: { metadata: { name?: string; labels?: Record<string, string> } }): void {
  const { name = '' } = metadata;
  if (name !== '') metadata.labels = { ...metadata.labels, [nameLabel]: name };
}
