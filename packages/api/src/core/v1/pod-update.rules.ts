/** Validates updates of a pod's spec, most of which is immutable. Paths are relative to the spec. */
import type { Report } from '@keelson/schema';

import { isSame } from '../../rules/is-same.ts';
import { validateTrimmedImage } from './container.rules.ts';
import type { Container } from './container.ts';
import type { PodSpec } from './pod-spec.ts';
import { printDifference } from '../../rules/spec-difference.ts';
import type { Toleration } from './toleration.ts';
import { validateTolerations } from './toleration.rules.ts';

const onlyThese =
  'pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds`, `spec.tolerations` (only additions to existing tolerations) or `spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

export function validatePodSpecUpdate(spec: PodSpec, old: PodSpec, report: Report): void {
  if (!haveSameCount(spec.containers, old.containers, 'containers', report)) return;
  if (!haveSameCount(spec.initContainers, old.initContainers, 'initContainers', report)) return;
  if (!isDeadlineFine(spec, old, report)) return;
  validateAddedTolerations(spec.tolerations ?? [], old.tolerations ?? [], report);
  const rest = withMutableFieldsOf(old, spec);
  if (isSame(rest, old)) return;
  report.forbidden('', `${onlyThese}\n${printDifference(old, rest)}`);
}

type Containers = readonly Container[] | null | undefined;

function haveSameCount(now: Containers, before: Containers, path: string, report: Report): boolean {
  if ((now?.length ?? 0) !== (before?.length ?? 0)) {
    report.forbidden(path, 'pod updates may not add or remove containers');
    return false;
  }
  now?.forEach(({ image = '' }, index) => {
    if (image === '') report.required(`${path}[${index}].image`);
    report.within(`${path}[${index}]`, () => validateTrimmedImage({ image }, report));
  });
  return true;
}

const maxDeadlineSeconds = 2 ** 31 - 1;
const deadlinePath = 'activeDeadlineSeconds';

/** `activeDeadlineSeconds` can be set or lowered, never raised or removed. */
function isDeadlineFine(spec: PodSpec, old: PodSpec, report: Report): boolean {
  const { activeDeadlineSeconds: now } = spec;
  const { activeDeadlineSeconds: before } = old;
  if (now === undefined) {
    if (before !== undefined) {
      report.invalid(deadlinePath, null, 'must not update from a positive integer to nil value');
    }
    return true;
  }
  if (now < 0 || now > maxDeadlineSeconds) {
    report.invalid(deadlinePath, now, `must be between 0 and ${maxDeadlineSeconds}, inclusive`);
    return false;
  }
  if (before === undefined || now <= before) return true;
  report.invalid(deadlinePath, now, 'must be less than or equal to previous value');
  return false;
}

function validateAddedTolerations(now: readonly Toleration[], before: readonly Toleration[], report: Report): void {
  const kept = new Set(now.map(nameWithoutSeconds));
  if (!before.every((toleration) => kept.has(nameWithoutSeconds(toleration)))) {
    report.forbidden('tolerations', 'existing toleration can not be modified except its tolerationSeconds');
    return;
  }
  validateTolerations(now, 'tolerations', report);
}

/** The same for two tolerations that differ in nothing but their seconds. */
function nameWithoutSeconds({ key = '', operator = '', value = '', effect = '' }: Toleration): string {
  return JSON.stringify([key, operator, value, effect]);
}

/** `spec` with the mutable fields of `old`; a remaining difference is a forbidden change. */
function withMutableFieldsOf(old: PodSpec, spec: PodSpec): PodSpec {
  const rest: PodSpec = { ...spec, containers: withImagesOf(old.containers, spec.containers) ?? null };
  const initContainers = withImagesOf(old.initContainers, spec.initContainers);
  if (initContainers !== undefined) rest.initContainers = initContainers;
  take(rest, old, 'activeDeadlineSeconds');
  take(rest, old, 'tolerations');
  const { terminationGracePeriodSeconds: grace } = old;
  if (grace !== undefined && grace < 0 && Number(spec.terminationGracePeriodSeconds) === 1) {
    rest.terminationGracePeriodSeconds = grace;
  }
  return rest;
}

function take<K extends 'activeDeadlineSeconds' | 'tolerations'>(spec: PodSpec, old: PodSpec, key: K): void {
  if (old[key] === undefined) Reflect.deleteProperty(spec, key);
  else spec[key] = old[key];
}

function withImagesOf(old: Containers, now: Containers): Container[] | undefined {
  return now?.map((container, index) => {
    const { image: _, ...rest } = container;
    const image = old?.[index]?.image;
    return image === undefined ? rest : { ...rest, image };
  });
}
