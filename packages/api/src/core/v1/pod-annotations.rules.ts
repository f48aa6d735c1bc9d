/** Rules for annotations that say something about how a pod runs. */
import type { Report } from '@keelson/schema';

import { isGateOn } from '../../feature-gates/is-gate-on.ts';
import { appArmorOfContainers } from './app-armor-annotations.ts';
import { validateDescendingPath } from './local-path.rules.ts';
import { mirrorAnnotation } from './mirror-annotation.ts';
import { containerSeccompAnnotation, podSeccompAnnotation } from './pod-seccomp.ts';
import type { PodSpec } from './pod-spec.ts';

type Annotations = Readonly<Record<string, string>>;

const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';

export interface Annotated {
  readonly annotations: Annotations | undefined;
  readonly spec: PodSpec;
  /** Those that the stored object has, whose deletion cost may stay as it is. */
  readonly before?: Annotations | undefined;
}

/** `path` is that of the annotations. */
export function validatePodAnnotations({ annotations, spec, before }: Annotated, path: string, report: Report): void {
  // Most pods have none.
  if (annotations === undefined) return;
  const mirrored = valueOf(annotations, mirrorAnnotation);
  if (mirrored !== undefined && (spec.nodeName ?? '') === '') {
    report.invalid(`${path}[${mirrorAnnotation}]`, mirrored, 'must set spec.nodeName if mirror pod annotation is set');
  }
  const cost = valueOf(annotations, deletionCost);
  if (cost !== undefined && !isInt32(cost) && !hasInvalidCost(before) && isGateOn(report, 'PodDeletionCost')) {
    report.invalid(`${path}[${deletionCost}]`, cost, 'must be a 32bit integer');
  }
  validateSeccomp(annotations, path, report);
  validateAppArmor(annotations, spec, path, report);
}

function hasInvalidCost(annotations: Annotations | undefined): boolean {
  const cost = annotations && valueOf(annotations, deletionCost);
  return cost !== undefined && !isInt32(cost);
}

function validateSeccomp(annotations: Annotations, path: string, report: Report): void {
  const ofPod = valueOf(annotations, podSeccompAnnotation);
  if (ofPod !== undefined) validateSeccompProfile(ofPod, `${path}.${podSeccompAnnotation}`, report);
  for (const [key, profile] of Object.entries(annotations)) {
    if (key.startsWith(containerSeccompAnnotation)) validateSeccompProfile(profile, `${path}.${key}`, report);
  }
}

const seccompProfiles = ['runtime/default', 'docker/default', 'unconfined'];
const localhost = 'localhost/';

function validateSeccompProfile(profile: string, path: string, report: Report): void {
  if (seccompProfiles.includes(profile)) return;
  if (profile.startsWith(localhost)) validateDescendingPath(profile.slice(localhost.length), path, report);
  else report.invalid(path, profile, 'must be a valid seccomp profile');
}

const appArmorProfiles = ['', 'runtime/default', 'unconfined'];

function validateAppArmor(annotations: Annotations, spec: PodSpec, path: string, report: Report): void {
  for (const [key, profile] of Object.entries(annotations)) {
    if (!key.startsWith(appArmorOfContainers)) continue;
    const container = key.slice(appArmorOfContainers.length);
    if (!hasContainer(spec, container)) report.invalid(`${path}[${key}]`, container, 'container not found');
    if (!appArmorProfiles.includes(profile) && !profile.startsWith(localhost)) {
      report.invalid(`${path}[${key}]`, profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`);
    }
  }
}

function hasContainer({ initContainers, containers, ephemeralContainers }: PodSpec, name: string): boolean {
  return [initContainers, containers, ephemeralContainers].some((list) => list?.some((each) => each.name === name));
}

function valueOf(annotations: Annotations, key: string): string | undefined {
  return Object.hasOwn(annotations, key) ? annotations[key] : undefined;
}

/** Without a plus sign; zeros stand in front of negative numbers alone. */
function isInt32(text: string): boolean {
  return /^(0|[1-9]\d*|-\d+)$/.test(text) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;
}
