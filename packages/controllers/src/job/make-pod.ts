/** Makes the pods of a Job out of its template. */
import { completionIndexName, completionIndexVariable, trackingName, type Job } from '@keelson/api';
import type { Resource } from '@keelson/schema';

import { ownerReferenceTo } from '../dependents/owner-index.ts';
import { podFromTemplate } from '../dependents/pod-template.ts';
import type { CachedJob } from './job-pod.ts';

type Template = Job['spec']['template'];
type Container = NonNullable<Template['spec']['containers']>[number];

export interface PodWish {
  readonly isTracked: boolean;
  /** Of an Indexed Job. */
  readonly index: number | undefined;
}

export function makePod(jobs: Resource, job: CachedJob, { isTracked, index }: PodWish): object {
  const { name, object } = job;
  const { template } = object.spec;
  const pod = podFromTemplate({ template, name, ownerReference: ownerReferenceTo(jobs, job) });
  const finalizers = isTracked && { finalizers: withTracking(template.metadata.finalizers ?? []) };
  if (index === undefined) return { ...pod, metadata: { ...pod.metadata, ...finalizers } };
  const annotations = { ...template.metadata.annotations, [completionIndexName]: String(index) };
  return {
    metadata: { ...pod.metadata, generateName: nameWithIndex(name, index), ...finalizers, annotations },
    spec: withIndex(pod.spec, `${name}-${index}`),
  };
}

function withTracking(finalizers: readonly string[]): readonly string[] {
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
