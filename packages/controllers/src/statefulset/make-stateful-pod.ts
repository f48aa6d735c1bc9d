/** The pods of a StatefulSet: its template with the identity of an ordinal, and the volumes of its claims. */
import type { PersistentVolumeClaim, Pod, PodTemplateSpec } from '@keelson/api';

import { ownerReferenceTo } from '../dependents/owner-index.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import { podFromTemplate } from '../dependents/pod-template.ts';
import {
  ordinalName,
  podNameLabel,
  revisionLabel,
  type CachedStatefulSet,
  type StatefulParts,
} from './stateful-parts.ts';

export interface StatefulPodWish {
  readonly ordinal: number;
  readonly revision: string;
  readonly template: PodTemplateSpec;
}

export function makeStatefulPod({ context }: StatefulParts, set: CachedStatefulSet, wish: StatefulPodWish): object {
  const { ordinal, revision, template } = wish;
  const ownerReference = ownerReferenceTo(context.kinds.statefulSets, set);
  const pod = podFromTemplate({ template, name: set.name, ownerReference });
  const name = ordinalName(set, ordinal);
  const labels = { ...pod.metadata.labels, [podNameLabel]: name, [revisionLabel]: revision };
  const { serviceName } = set.object.spec;
  return {
    metadata: { ...pod.metadata, name, labels },
    spec: {
      ...pod.spec,
      hostname: name,
      subdomain: serviceName,
      volumes: withClaims(set, ordinal, pod.spec.volumes ?? []),
    },
  };
}

type Volumes = NonNullable<Pod['spec']['volumes']>;

/** The volume of a claim stands in for one of that name in the template. */
function withClaims(set: CachedStatefulSet, ordinal: number, volumes: Volumes): Volumes {
  const claimed = claimsOf(set, ordinal).map(({ template, claim }) => ({
    name: template,
    persistentVolumeClaim: { claimName: claim.metadata.name },
  }));
  const names = new Set(claimed.map(({ name }) => name));
  return [...claimed, ...volumes.filter(({ name }) => !names.has(name))];
}

/** The claims of a pod, with the names of their templates. */
export function claimsOf(set: CachedStatefulSet, ordinal: number) {
  const { volumeClaimTemplates = [], selector } = set.object.spec;
  return volumeClaimTemplates.map(({ metadata, spec }) => ({
    template: metadata.name ?? '',
    claim: {
      metadata: {
        ...metadata,
        name: `${metadata.name ?? ''}-${ordinalName(set, ordinal)}`,
        labels: { ...metadata.labels, ...selector?.matchLabels },
      },
      spec,
    } satisfies Pick<PersistentVolumeClaim, 'metadata' | 'spec'>,
  }));
}

/** The pod as it should be, where its name, its label or its volumes are not those of its ordinal; else `undefined`. */
export function mendStatefulPod(set: CachedStatefulSet, ordinal: number, { object, name, head }: CachedPod) {
  const { volumes = [] } = object.spec;
  const claimNames = new Map(volumes.map((volume) => [volume.name, volume.persistentVolumeClaim?.claimName]));
  const hasVolumes = claimsOf(set, ordinal).every(
    ({ template, claim }) => claimNames.get(template) === claim.metadata.name,
  );
  if (hasVolumes && head.labels[podNameLabel] === name) return undefined;
  const labels = { ...object.metadata.labels, [podNameLabel]: name };
  return {
    ...object,
    metadata: { ...object.metadata, labels },
    spec: { ...object.spec, volumes: withClaims(set, ordinal, volumes) },
  };
}
