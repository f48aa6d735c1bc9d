/** The rules for priority classes: two names and the values above a billion belong to the system. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { checkImmutable } from '../../rules/immutable-field.ts';
import type { PriorityClass } from './priority-class.ts';

export const priorityClassRules = [
  'value is at most 1000000000, but for system-cluster-critical and system-node-critical, which have a fixed one.',
  'No other name begins with `system-`.',
  'value and preemptionPolicy stay.',
];

const largestValue = 1_000_000_000;
const systemPrefix = 'system-';
const systemValues = new Map([
  ['system-node-critical', 2 * largestValue + 1000],
  ['system-cluster-critical', 2 * largestValue],
]);

export const priorityClassHooks: ResourceHooks<PriorityClass> = {
  // The first generation stays the only one: what may change of a class is not counted.
  prepareForCreate({ metadata }) {
    metadata.generation = 1;
  },
  validateCreate: validateClass,
  validateUpdate(object, old, report) {
    // The capital letter is the API's.
    if (object.value !== old.value) report.forbidden('Value', 'may not be changed in an update.');
    checkImmutable(report, 'preemptionPolicy', object.preemptionPolicy, old.preemptionPolicy);
  },
};

const policies = ['PreemptLowerPriority', 'Never'];

function validateClass(object: PriorityClass, report: Report): void {
  validateValue(object, report);
  const { preemptionPolicy: policy } = object;
  if (policy === '') report.required('preemptionPolicy');
  else if (policy !== undefined && !policies.includes(policy))
    report.notSupported('preemptionPolicy', policy, policies);
}

function validateValue(object: PriorityClass, report: Report): void {
  const { metadata, value } = object;
  if (metadata.name?.startsWith(systemPrefix)) {
    const problem = findSystemProblem(metadata.name, object);
    if (problem === undefined) return;
    const detail = `priority class names with '${systemPrefix}' prefix are reserved for system use only. error: ${problem}`;
    report.forbidden('metadata.name', detail);
  } else if (value > largestValue) {
    report.forbidden('value', `maximum allowed value of a user defined priority is ${largestValue}`);
  }
}

function findSystemProblem(name: string, { value, globalDefault = false }: PriorityClass): string | undefined {
  const fixed = systemValues.get(name);
  if (fixed === undefined) return `${name} is not a known system priority class`;
  if (value !== fixed) return `value of ${name} PriorityClass must be ${fixed}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
