/** Rules for requirements on the labels and fields of nodes. */
import { dns1123Subdomain, qualifiedName } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './node-selector.ts';

export function validateNodeSelector({ nodeSelectorTerms }: NodeSelector, report: Report): void {
  if (nodeSelectorTerms === null || nodeSelectorTerms.length === 0) {
    report.required('nodeSelectorTerms', 'must have at least one node selector term');
  }
  eachItem(report, 'nodeSelectorTerms', nodeSelectorTerms, (term) => validateNodeSelectorTerm(term, report));
}

export function validateNodeSelectorTerm(term: NodeSelectorTerm, report: Report): void {
  eachItem(report, 'matchExpressions', term.matchExpressions, (item) => validateExpression(item, report));
  eachItem(report, 'matchFields', term.matchFields, (item) => validateField(item, report));
}

const isUnknown = 'not a valid selector operator';

function validateExpression({ key, operator, values = [] }: NodeSelectorRequirement, report: Report): void {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) report.required('values', "must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        report.forbidden('values', "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      }
      break;
    case 'Gt':
    case 'Lt':
      if (values.length !== 1) {
        report.required('values', "must be specified single value when `operator` is 'Lt' or 'Gt'");
      }
      break;
    default:
      report.invalid('operator', operator, isUnknown);
  }
  reportFormat(report, 'key', key, qualifiedName);
}

/** The name is the only field of a node that can be asked for. */
function validateField({ key, operator, values = [] }: NodeSelectorRequirement, report: Report): void {
  if (operator !== 'In' && operator !== 'NotIn') report.invalid('operator', operator, isUnknown);
  else if (values.length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    report.required('values', detail);
  }
  if (key !== 'metadata.name') report.invalid('key', key, 'not a valid field selector key');
  else values.forEach((value, index) => reportFormat(report, `values[${index}]`, value, dns1123Subdomain));
}
