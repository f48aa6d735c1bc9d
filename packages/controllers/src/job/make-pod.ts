/** Makes the pods of a Job out of its template. */
import { completionIndexName, completionIndexVariable, trackingName, type Job } from '@keelson/api';
import { groupVersion, type Resource } from '@keelson/schema';

import type { CachedJob } from './job-pod.ts';

type Template = Job['spec']['template'];
type Container = NonNullable<Template['spec']['containers']>[number];

export interface PodWish {
  readonly isTracked: boolean;
  /** Of an Indexed Job. */
  readonly index: number | undefined;
}

export function makePod(jobs: Resource, { name, object: job }: CachedJob, { isTracked, index }: PodWish): object {
  const { metadata, spec } = job.spec.template;
  const { labels, annotations } = metadata;
  const finalizers = isTracked ? withTracking(metadata.finalizers ?? []) : metadata.finalizers;
  return {
    metadata: {
      generateName: index === undefined ? `${name}-` : nameWithIndex(name, index),
      ownerReferences: [ownerReferenceTo(jobs, job)],
      ...(labels !== undefined && { labels }),
      ...(finalizers !== undefined && { finalizers }),
      ...(index === undefined
        ? annotations !== undefined && { annotations }
        : { annotations: { ...annotations, [completionIndexName]: String(index) } }),
    },
    spec: index === undefined ? spec : withIndex(spec, `${name}-${index}`),
  };
}

export function ownerReferenceTo(jobs: Resource, { metadata }: Job) {
  const { name, uid } = metadata;
  const { kind } = jobs;
  return { apiVersion: groupVersion(jobs), kind, name, uid, controller: true, blockOwnerDeletion: true };
}

export function withTracking(finalizers: readonly string[]): readonly string[] {
  return finalizers.includes(trackingName) ? finalizers : [...finalizers, trackingName];
}

/** Of names that are generated: what is longer is cut, and the random end has to fit. */
const longestPrefix = 58;

function nameWithIndex(name: string, index: number): string {
  const end = `-${index}-`;
  return name.slice(0, longestPrefix - end.length) + end;
}

function withIndex(spec: Template['spec'], hostname: string): object {
  const { initContainers, containers } = spec;
  return {
    ...spec,
    hostname,
    ...(initContainers !== undefined && { initContainers: initContainers.map(withVariable) }),
    containers: containers?.map(withVariable) ?? [],
  };
}

const variable = {
  name: completionIndexVariable,
  valueFrom: { fieldRef: { fieldPath: `metadata.annotations['${completionIndexName}']` } },
};

function withVariable(container: Container): object {
  const { env = [] } = container;
  return env.some(({ name }) => name === completionIndexVariable)
    ? container
    : { ...container, env: [...env, variable] };
}
