/** Warnings about what is deprecated, doubtful or without effect in pods and their templates, in the words of 1.24. */
import { isWholeQuantity } from '@keelson/meta';

import type { ObjectMeta } from '../../meta/v1/object-meta.ts';
import type { Container } from './container.ts';
import { warnOfNodeLabel } from './deprecated-node-labels.ts';
import type { PodSpec } from './pod-spec.ts';
import type { PodTemplateSpec } from './pod-template-spec.ts';
import type { Volume } from './volume.ts';

type Pod = Pick<PodTemplateSpec, 'metadata' | 'spec'>;

/** `at` is the path of the template, with a dot at its end; empty for a pod. */
export function warnOfPod({ metadata, spec }: Pod, at = ''): string[] {
  const annotations = metadata.annotations ?? {};
  return [
    ...warnOfNodeLabels(spec, `${at}spec`),
    ...warnOfAnnotations(annotations, `${at}metadata.annotations`),
    ...warnOfVolumes(spec.volumes, `${at}spec.volumes`),
    ...warnOfDuplicates(spec.hostAliases, 'ip', `${at}spec.hostAliases`),
    ...warnOfPullSecrets(spec, `${at}spec.imagePullSecrets`),
    ...warnOfFractions(spec.overhead, `${at}spec.overhead`),
    ...warnOfPodSeccomp(spec, annotations, `${at}metadata.annotations`),
    ...warnOfContainers(spec, annotations, at),
  ];
}

interface Templated {
  readonly metadata: ObjectMeta;
}

/** A change of a template is warned of as a new one is; other writes do not touch it. */
export function templateWarnings<T extends Templated>(at: string, templateOf: (object: T) => Pod | undefined) {
  const warn = (object: T): string[] => {
    const template = templateOf(object);
    return template === undefined ? [] : warnOfPod(template, `${at}.`);
  };
  return {
    warnOnCreate: warn,
    warnOnUpdate: (object: T, old: T): string[] =>
      object.metadata.generation === old.metadata.generation ? [] : warn(object),
  };
}

function warnOfNodeLabels({ nodeSelector, affinity, topologySpreadConstraints }: PodSpec, at: string): string[] {
  const { requiredDuringSchedulingIgnoredDuringExecution: required, ...node } = affinity?.nodeAffinity ?? {};
  const preferred = node.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const nodeAt = `${at}.affinity.nodeAffinity`;
  const requiredAt = `${nodeAt}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  const preferredAt = `${nodeAt}.preferredDuringSchedulingIgnoredDuringExecution`;
  return [
    ...Object.keys(nodeSelector ?? {}).flatMap((key) => warnOfNodeLabel(key, `${at}.nodeSelector[${key}]`)),
    ...(required?.nodeSelectorTerms ?? []).flatMap((term, index) => warnOfTerm(term, `${requiredAt}[${index}]`)),
    ...preferred.flatMap(({ preference }, index) => warnOfTerm(preference, `${preferredAt}[${index}].preference`)),
    ...(topologySpreadConstraints ?? []).flatMap(({ topologyKey }, index) =>
      warnOfNodeLabel(topologyKey, `${at}.topologySpreadConstraints[${index}].topologyKey`, { isNamed: true }),
    ),
  ];
}

interface Term {
  readonly matchExpressions?: readonly { readonly key: string }[];
}

function warnOfTerm({ matchExpressions = [] }: Term, at: string): string[] {
  return matchExpressions.flatMap(({ key }, index) =>
    warnOfNodeLabel(key, `${at}.matchExpressions[${index}].key`, { isNamed: true }),
  );
}

const deprecatedAnnotations = [
  ['scheduler.alpha.kubernetes.io/critical-pod', 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ['security.alpha.kubernetes.io/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  ['security.alpha.kubernetes.io/unsafe-sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
] as const;

type Annotations = Readonly<Record<string, string>>;

function warnOfAnnotations(annotations: Annotations, at: string): string[] {
  return deprecatedAnnotations.flatMap(([key, advice]) =>
    Object.hasOwn(annotations, key) ? [`${at}[${key}]: ${advice}`] : [],
  );
}

const removalPlanned = 'deprecated in v1.22, support removal is planned in v1.26';

/** Sources of volumes whose drivers were part of nodes, and are not any more. */
const deprecatedSources = [
  ['photonPersistentDisk', 'photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'gitRepo', 'deprecated in v1.11'],
  ['scaleIO', 'scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'flocker', removalPlanned],
  ['storageos', 'storageOS', removalPlanned],
  ['quobyte', 'quobyte', removalPlanned],
] as const;

function warnOfVolumes(volumes: readonly Volume[] | undefined, at: string): string[] {
  return (volumes ?? []).flatMap((volume, index) =>
    deprecatedSources.flatMap(([source, shown, advice]) =>
      volume[source] === undefined ? [] : [`${at}[${index}].${shown}: ${advice}`],
    ),
  );
}

function warnOfPullSecrets({ imagePullSecrets = [] }: PodSpec, at: string): string[] {
  const unnamed = [...imagePullSecrets.entries()].filter(([, { name = '' }]) => name === '');
  return [
    ...warnOfDuplicates(imagePullSecrets, 'name', at),
    ...unnamed.map(([index]) => `${at}[${index}].name: invalid empty name ""`),
  ];
}

function warnOfDuplicates<Key extends string>(
  items: readonly { readonly [K in Key]?: string }[] | undefined,
  key: Key,
  at: string,
): string[] {
  if (items === undefined || items.length < 2) return [];
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const value = item[key] ?? '';
    if (seen.has(value)) return [`${at}[${index}].${key}: duplicate ${key} ${JSON.stringify(value)}`];
    seen.add(value);
    return [];
  });
}

const byteResources = ['memory', 'ephemeral-storage'] as const;

function warnOfFractions(resources: Annotations | undefined, at: string): string[] {
  return byteResources.flatMap((name) => warnOfFraction(resources, name, at));
}

function warnOfFraction(resources: Annotations | undefined, name: string, at: string): string[] {
  const value = resources?.[name];
  if (value === undefined || isWholeQuantity(value)) return [];
  return [`${at}[${name}]: fractional byte value "${value}" is invalid, must be an integer`];
}

const seccompAdvice = 'deprecated since v1.19, non-functional in v1.25+; use the "seccompProfile" field instead';
const podSeccomp = 'seccomp.security.alpha.kubernetes.io/pod';
const containerSeccomp = 'container.seccomp.security.alpha.kubernetes.io/';

function warnOfPodSeccomp({ securityContext }: PodSpec, annotations: Annotations, at: string): string[] {
  if (securityContext?.seccompProfile !== undefined || !Object.hasOwn(annotations, podSeccomp)) return [];
  return [`${at}[${podSeccomp}]: ${seccompAdvice}`];
}

function warnOfContainers(spec: PodSpec, annotations: Annotations, at: string): string[] {
  const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;
  return lists.flatMap((list) =>
    (spec[list] ?? []).flatMap((container, index) => [
      ...warnOfContainerSeccomp(container, annotations, `${at}metadata.annotations`),
      ...warnOfContainer(container, `${at}spec.${list}[${index}]`),
    ]),
  );
}

type AnyContainer = Pick<Container, 'name' | 'env' | 'resources' | 'securityContext'>;

function warnOfContainerSeccomp({ name, securityContext }: AnyContainer, annotations: Annotations, at: string) {
  const key = `${containerSeccomp}${name}`;
  if (securityContext?.seccompProfile !== undefined || !Object.hasOwn(annotations, key)) return [];
  return [`${at}[${key}]: ${seccompAdvice}`];
}

function warnOfContainer({ resources: { limits, requests }, env }: AnyContainer, at: string): string[] {
  return [
    ...byteResources.flatMap((name) => [
      ...warnOfFraction(limits, name, `${at}.resources.limits`),
      ...warnOfFraction(requests, name, `${at}.resources.requests`),
    ]),
    ...warnOfDuplicates(env, 'name', `${at}.env`),
  ];
}
