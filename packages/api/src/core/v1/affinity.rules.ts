/** Validates node affinity, pod affinity and pod anti-affinity. */
import { dns1123Label, qualifiedName, validateLabelSelector } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { Affinity, NodeAffinity, PodAffinity, PodAffinityTerm } from './affinity.ts';
import { validateNodeSelector, validateNodeSelectorTerm } from './node-selector.rules.ts';

const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

export function validateAffinity({ nodeAffinity, podAffinity, podAntiAffinity }: Affinity, report: Report): void {
  if (nodeAffinity !== undefined) report.within('nodeAffinity', () => validateNodeAffinity(nodeAffinity, report));
  if (podAffinity !== undefined) report.within('podAffinity', () => validatePodAffinity(podAffinity, report));
  if (podAntiAffinity !== undefined) {
    report.within('podAntiAffinity', () => validatePodAffinity(podAntiAffinity, report));
  }
}

function validateNodeAffinity(affinity: NodeAffinity, report: Report): void {
  const selector = affinity[required];
  if (selector !== undefined) report.within(required, () => validateNodeSelector(selector, report));
  eachItem(report, preferred, affinity[preferred], ({ weight, preference }) => {
    validateWeight(weight, report);
    report.within('preference', () => validateNodeSelectorTerm(preference, report));
  });
}

function validatePodAffinity(affinity: PodAffinity, report: Report): void {
  eachItem(report, required, affinity[required], (term) => validatePodTerm(term, report));
  eachItem(report, preferred, affinity[preferred], ({ weight, podAffinityTerm }) => {
    validateWeight(weight, report);
    report.within('podAffinityTerm', () => validatePodTerm(podAffinityTerm, report));
  });
}

function validateWeight(weight: number, report: Report): void {
  if (weight < 1 || weight > 100) report.invalid('weight', weight, 'must be in the range 1-100');
}

function validatePodTerm(term: PodAffinityTerm, report: Report): void {
  report.within('labelSelector', () => validateLabelSelector(term.labelSelector, report));
  report.within('namespaceSelector', () => validateLabelSelector(term.namespaceSelector, report));
  for (const namespace of term.namespaces ?? []) reportFormat(report, 'namespace', namespace, dns1123Label);
  if (term.topologyKey === '') report.required('topologyKey', 'can not be empty');
  reportFormat(report, 'topologyKey', term.topologyKey, qualifiedName);
}
