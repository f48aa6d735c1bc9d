/** Pods out of templates. */
import type { PodTemplateSpec } from '@keelson/api';

export interface PodBlueprint {
  readonly template: PodTemplateSpec;
  /** Of the owner. */
  readonly name: string;
  readonly ownerReference: object;
}

/** A pod that takes its name from its owner, with a random end. */
export function podFromTemplate({ template, name, ownerReference }: PodBlueprint) {
  const { labels, annotations, finalizers } = template.metadata;
  return {
    metadata: {
      generateName: `${name}-`,
      ownerReferences: [ownerReference],
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
      ...(finalizers !== undefined && { finalizers }),
    },
    spec: template.spec,
  };
}
