/** PodSecurity: rejects pods that violate the `enforce` level of their namespace, warns of the `warn` level. */
import type { Namespace, Pod } from '@keelson/api';
import type { Lister } from '@keelson/informers';
import { invalid } from '@keelson/meta';
import type { Status } from '@keelson/meta';

import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { isAbout, isOneOf, objectOf, oldObjectOf, refuse } from '../request.ts';
import type { Listers } from '../listers.ts';
import { printViolations, violationsOf } from './evaluate.ts';
import { isStricter, printLevel, readPolicy } from './level.ts';
import type { ModeLevels } from './level.ts';
import { holdsTemplate, templateOf } from './pod-template.ts';
import type { RecordEvaluation } from './pod-security-metrics.ts';
import type { PodParts } from './violation.ts';

/** Limit on the pods that are checked when a namespace gets stricter. */
const lookedAt = 3_000;

export function podSecurity(listers: Listers, record: RecordEvaluation = () => undefined): AdmissionPlugin {
  const namespaces = listers.lister<Namespace>('', 'namespaces');
  const pods = listers.lister<Pod>('', 'pods');
  return {
    name: 'PodSecurity',
    concerns: (request) => isOneOf(request, 'create', 'update') && isAboutPods(request),
    validate: async (request) => {
      if (isAbout(request, '', 'namespaces')) return checkNamespace(pods, request);
      const isPod = isAboutPod(request);
      if (isPod && !isWorthChecking(request)) return undefined;
      const parts = isPod ? partsOf(objectOf<Pod>(request)) : templateOf(request);
      if (parts === undefined) return undefined;
      const namespace = await namespaces.get({ name: request.place.namespace ?? '' });
      if (namespace === undefined) return undefined;
      return checkPod(request, parts, {
        policy: readPolicy(namespace.object).policy,
        isEnforced: isPod,
        record,
      });
    },
  };
}

/** Pods, kinds with a pod template, and namespaces, whose labels set the levels. */
function isAboutPods(request: AdmissionRequest): boolean {
  return isAboutPod(request) || holdsTemplate(request) || isAbout(request, '', 'namespaces');
}

function isAboutPod(request: AdmissionRequest): boolean {
  return isAbout(request, '', 'pods') || isAbout(request, '', 'pods', 'ephemeralcontainers');
}

function partsOf({ metadata, spec }: Pod): PodParts {
  return { annotations: metadata.annotations ?? {}, spec };
}

/** Skips updates that leave containers and annotations alone: little else of a pod is mutable. */
function isWorthChecking(request: AdmissionRequest): boolean {
  if (request.old === undefined) return true;
  const [now, before] = [partsOf(objectOf<Pod>(request)), partsOf(oldObjectOf<Pod>(request))];
  return looked(now) !== looked(before);
}

function looked({ annotations, spec }: PodParts): string {
  const { containers, initContainers, ephemeralContainers } = spec;
  return JSON.stringify([annotations, containers, initContainers, ephemeralContainers], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

interface Checking {
  readonly policy: ModeLevels;
  readonly isEnforced: boolean;
  readonly record: RecordEvaluation;
}

/** Templates only cause warnings: the pods made from them are rejected. */
function checkPod(
  request: AdmissionRequest,
  parts: PodParts,
  { policy, isEnforced, record }: Checking,
): Status | undefined {
  const note = (mode: 'enforce' | 'warn', isAllowed: boolean): void => {
    const { operation, place } = request;
    const resource = isEnforced ? 'pod' : 'controller';
    record({ mode, level: policy[mode], isAllowed, operation, resource, subresource: place.subresource ?? '' });
  };
  const refused = isEnforced ? violationsOf(parts, policy.enforce) : [];
  if (isEnforced) note('enforce', refused.length === 0);
  if (refused.length > 0) return refuse(request, `violates ${printViolations(policy.enforce, refused)}`);
  const warned = violationsOf(parts, policy.warn);
  note('warn', warned.length === 0);
  if (warned.length > 0) request.warn(`would violate ${printViolations(policy.warn, warned)}`);
  return undefined;
}

async function checkNamespace(pods: Lister<Pod>, request: AdmissionRequest): Promise<Status | undefined> {
  const namespace = objectOf<Namespace>(request);
  const { policy, faults } = readPolicy(namespace);
  const old = request.old === undefined ? undefined : readPolicy(request.old);
  if (faults.length > 0) {
    // A namespace that had the fault before can still be changed in other ways.
    if (old !== undefined && JSON.stringify(old.faults) === JSON.stringify(faults)) return undefined;
    const { kind, group } = request.place.resource;
    const issues = faults.map(({ label, value, message }) => ({
      code: 'FieldValueInvalid' as const,
      path: `metadata.labels[${label}]`,
      message: `Invalid value: ${JSON.stringify(value)}: ${message}`,
    }));
    return invalid({ kind, group }, namespace.metadata.name ?? '', issues);
  }
  if (old !== undefined && isStricter(policy.enforce, old.policy.enforce)) await warnOfPods(pods, request, policy);
  return undefined;
}

/** Warns of running pods that the new level would reject. Details are left out: they differ from pod to pod. */
async function warnOfPods(pods: Lister<Pod>, request: AdmissionRequest, { enforce }: ModeLevels): Promise<void> {
  const { name = '' } = objectOf<Namespace>(request).metadata;
  const podsByReasons = new Map<string, string[]>();
  for (const { object, name: podName } of (await pods.list(name)).slice(0, lookedAt)) {
    const found = violationsOf(partsOf(object), enforce);
    if (found.length === 0) continue;
    const reasons = found.map(({ reason }) => reason).join(', ');
    podsByReasons.set(reasons, [...(podsByReasons.get(reasons) ?? []), podName]);
  }
  if (podsByReasons.size === 0) return;
  const level = printLevel(enforce);
  request.warn(`existing pods in namespace "${name}" violate the new PodSecurity enforce level "${level}"`);
  for (const [reasons, names] of podsByReasons) request.warn(`${others(names)}: ${reasons}`);
}

function others([first = '', ...more]: readonly string[]): string {
  if (more.length === 0) return first;
  return `${first} (and ${more.length} other pod${more.length === 1 ? '' : 's'})`;
}
