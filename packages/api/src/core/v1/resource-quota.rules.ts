/** Prepares and validates writes of quotas. */
import { stringsValue, type Report, type ResourceHooks, type Verbatim } from '@keelson/schema';

import { repeated } from '../../rules/repeated.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { validateResourceAmount } from './resource-amount.rules.ts';
import { isQuotaResource, validateQuotaResourceName } from './resource-name.rules.ts';
import {
  type ResourceQuota,
  type ResourceQuotaSpec,
  ResourceQuotaStatus,
  type ScopedResourceSelectorRequirement,
} from './resource-quota.ts';

export const resourceQuotaRules = [
  'Resources have names that a quota knows; amounts are not negative, and whole where objects are counted.',
  'Scopes are known, fit the resources, and do not contradict each other; scopes stay.',
  'A scope selector asks for PriorityClass with any operator, for other scopes with Exists.',
  'Values are given for In and NotIn alone.',
];

const forStatus = statusHooks(ResourceQuotaStatus);

export const resourceQuotaHooks: ResourceHooks<ResourceQuota> = {
  ...forStatus,
  validateCreate: ({ spec }, report) => report.within('spec', () => validateSpec(spec, report)),
  validateUpdate({ spec }, { spec: old }, report) {
    repeated(report, () => report.within('spec', () => validateSpec(spec, report)));
    if (!hasSameScopes(spec, old)) report.invalid('spec.scopes', scopesValue(spec), 'field is immutable');
  },
  validateStatusUpdate({ status }, _old, report) {
    validateAmounts(status.hard, 'status.hard', report);
    validateAmounts(status.used, 'status.used', report);
  },
};

function validateAmounts(amounts: Readonly<Record<string, string>> | undefined, path: string, report: Report): void {
  for (const [name, amount] of Object.entries(amounts ?? {})) {
    validateQuotaResourceName(name, `${path}[${name}]`, report);
    validateResourceAmount(name, amount, `${path}[${name}]`, report);
  }
}

function hasSameScopes({ scopes = [] }: ResourceQuotaSpec, { scopes: old = [] }: ResourceQuotaSpec): boolean {
  const [now, before] = [new Set(scopes), new Set(old)];
  return now.size === before.size && [...now].every((scope) => before.has(scope));
}

function validateSpec(spec: ResourceQuotaSpec, report: Report): void {
  validateAmounts(spec.hard, 'hard', report);
  const unfit = new UnfitResources(Object.keys(spec.hard ?? {}));
  validateScopes(spec, unfit, report);
  if (spec.scopeSelector !== undefined) {
    report.within('scopeSelector', () => validateSelector(spec, unfit, report));
  }
}

const podCompute = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const ofPods: ReadonlySet<string> = new Set(['pods', ...podCompute]);
/** The resources of pods that have neither requests nor limits can only be counted. */
const resourcesByScope: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Terminating', ofPods],
  ['NotTerminating', ofPods],
  ['NotBestEffort', ofPods],
  ['PriorityClass', ofPods],
  ['CrossNamespacePodAffinity', ofPods],
  ['BestEffort', new Set(['pods'])],
]);

/** The number of resources with a limit to which a scope cannot apply, counted once for each scope. */
class UnfitResources {
  readonly #names: readonly string[];
  readonly #byScope = new Map<string, number>();

  constructor(names: readonly string[]) {
    this.#names = names.filter(isQuotaResource);
  }

  count(scope: string): number {
    const fitting = resourcesByScope.get(scope);
    if (fitting === undefined) return 0;
    const known = this.#byScope.get(scope) ?? this.#names.filter((name) => !fitting.has(name)).length;
    this.#byScope.set(scope, known);
    return known;
  }
}

/** An empty list does not survive encoding, and reads as none. */
function scopesValue({ scopes = [] }: ResourceQuotaSpec): Verbatim {
  return stringsValue(scopes.length === 0 ? undefined : scopes, 'core.ResourceQuotaScope');
}

function validateScopes(spec: ResourceQuotaSpec, unfit: UnfitResources, report: Report): void {
  const { scopes = [] } = spec;
  const value = scopesValue(spec);
  for (const scope of scopes) {
    if (report.isFull) return;
    if (!resourcesByScope.has(scope)) report.invalid('scopes', value, 'unsupported scope');
    reportUnfit(unfit.count(scope), 'scopes', value, report);
  }
  validatePairs(scopes, value, 'scopes', report);
}

/** Once for each resource that does not fit. */
function reportUnfit(count: number, path: string, value: unknown, report: Report): void {
  for (let left = count; left > 0; left--) {
    if (report.isFull) return;
    report.invalid(path, value, 'unsupported scope applied to resource');
  }
}

const contradictions = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

function validatePairs(scopes: readonly string[], value: unknown, path: string, report: Report): void {
  for (const pair of contradictions) {
    if (pair.every((scope) => scopes.includes(scope))) report.invalid(path, value, 'conflicting scopes');
  }
}

function validateSelector(spec: ResourceQuotaSpec, unfit: UnfitResources, report: Report): void {
  const { matchExpressions = [] } = spec.scopeSelector ?? {};
  const path = 'matchExpressions';
  for (const requirement of matchExpressions) {
    if (report.isFull) return;
    const { scopeName } = requirement;
    if (!resourcesByScope.has(scopeName)) report.invalid(`${path}.scopeName`, scopeName, 'unsupported scope');
    reportUnfit(unfit.count(scopeName), path, spec.scopeSelector, report);
    report.within(path, () => validateOperator(requirement, report));
  }
  const names = matchExpressions.map(({ scopeName }) => scopeName);
  validatePairs(names, scopesValue(spec), path, report);
}

const mustExist =
  "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, " +
  'ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity';

function validateOperator(requirement: ScopedResourceSelectorRequirement, report: Report): void {
  const { scopeName, operator, values = [] } = requirement;
  const isYesOrNo = resourcesByScope.has(scopeName) && scopeName !== 'PriorityClass';
  if (isYesOrNo && operator !== 'Exists') report.invalid('operator', operator, mustExist);
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length > 0) return;
      report.required('values', "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
      return;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length === 0) return;
      report.invalid(
        'values',
        values,
        "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
      );
      return;
    default:
      report.invalid('operator', operator, 'not a valid selector operator');
  }
}
