/** The rules for what a webhook is called for: no list is empty, and none names what a wildcard in it covers. */
import { stringsValue, type Report } from '@keelson/schema';

import { reportUnlisted } from '../../rules/report-unlisted.ts';
import type { RuleWithOperations } from './webhook.ts';

const knownOperations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const scopes = ['*', 'Cluster', 'Namespaced'];

export function checkRule(rule: RuleWithOperations, report: Report): void {
  const { operations, apiGroups, apiVersions, resources, scope } = rule;
  checkWildcard(
    operations,
    'operations',
    { plural: 'operations', type: 'admissionregistration.OperationType' },
    report,
  );
  operations?.forEach((operation, index) => {
    reportUnlisted(report, `operations[${index}]`, operation, knownOperations);
  });
  checkWildcard(apiGroups, 'apiGroups', { plural: 'API groups' }, report);
  checkWildcard(apiVersions, 'apiVersions', { plural: 'API versions' }, report);
  reportEmpty(apiVersions, 'apiVersions', report);
  if (resources === undefined || resources.length === 0) report.required('resources');
  else checkResources(resources, report);
  reportUnlisted(report, 'scope', scope, scopes);
}

interface Words {
  readonly plural: string;
  /** The name that clients know the type of the values by, where they are not plain texts to them. */
  readonly type?: string;
}

function checkWildcard(
  values: readonly string[] | null | undefined,
  path: string,
  { plural, type }: Words,
  report: Report,
): void {
  if (values === null || values === undefined || values.length === 0) {
    report.required(path);
  } else if (values.length > 1 && values.includes('*')) {
    report.invalid(path, stringsValue(values, type), `if '*' is present, must not specify other ${plural}`);
  }
}

function reportEmpty(values: readonly string[] | null | undefined, path: string, report: Report): void {
  values?.forEach((value, index) => {
    if (value === '') report.required(`${path}[${index}]`);
  });
}

function checkResources(resources: readonly string[], report: Report): void {
  const everySubresourceOf = new Set<string>();
  const ofEveryResource = new Set<string>();
  for (const [index, resource] of resources.entries()) {
    const path = `resources[${index}]`;
    if (resource === '') report.required(path);
    const slash = resource.indexOf('/');
    if (slash < 0) continue;
    const [name, subresource] = [resource.slice(0, slash), resource.slice(slash + 1)];
    const cover = (wildcard: string): void =>
      report.invalid(path, resource, `if '${wildcard}' is present, must not specify ${resource}`);
    if (everySubresourceOf.has(name)) cover(`${name}/*`);
    if (ofEveryResource.has(subresource)) cover(`*/${subresource}`);
    if (subresource === '*') everySubresourceOf.add(name);
    if (name === '*') ofEveryResource.add(subresource);
  }
  if (resources.length > 1 && resources.includes('*/*')) {
    report.invalid('resources', resources, "if '*/*' is present, must not specify other resources");
  }
  // NOTE: the wildcard may stand behind the resources that it covers: clients know the last one alone to be compared.
  const last = resources.findLast((each) => each !== '' && !each.includes('/'));
  if (resources.includes('*') && last !== '*') {
    const detail = "if '*' is present, must not specify other resources without subresources";
    report.invalid('resources', resources, detail);
  }
}
