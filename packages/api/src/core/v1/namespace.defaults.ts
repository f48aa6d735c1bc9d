/** Defaults of Namespaces. */
const nameLabel = 'kubernetes.io/metadata.name';

/** Lets label selectors match a namespace by name. */
export function labelWithOwnName({ metadata }: { metadata: { name?: string; labels?: Record<string, string> } }): void {
  const { name = '' } = metadata;
  if (name !== '') metadata.labels = { ...metadata.labels, [nameLabel]: name };
}
