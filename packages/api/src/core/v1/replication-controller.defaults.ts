/** Defaults of replication controllers: labels and selector, from the template. */
interface ReplicationController {
  metadata: { labels?: Record<string, string> };
  spec: {
    selector?: Record<string, string>;
    template?: { metadata: { labels?: Record<string, string> } };
  };
}

export function completeReplicationController({ metadata, spec }: ReplicationController): void {
  const labels = spec.template?.metadata.labels;
  if (labels === undefined) return;
  if (isEmpty(spec.selector)) spec.selector = { ...labels };
  if (isEmpty(metadata.labels)) metadata.labels = { ...labels };
}

function isEmpty(map: Record<string, string> | undefined): boolean {
  return map === undefined || Object.keys(map).length === 0;
}
