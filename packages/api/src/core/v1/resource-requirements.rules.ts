/** Rules for the resources of a container: known names, amounts that make sense, no request above its limit. */
import { compareQuantity, isMultipleOfQuantity, isWholeQuantity, signOfQuantity } from '@keelson/meta';
import { canonicalQuantity, type Report } from '@keelson/schema';

import { validateResourceAmount } from './resource-amount.rules.ts';
import { isHugePages, isOvercommitAllowed, validateContainerResourceName } from './resource-name.rules.ts';
import type { ResourceRequirements } from './resource-requirements.ts';

type Amounts = Readonly<Record<string, string>>;

export function validateResourceRequirements(requirements: ResourceRequirements, report: Report): void {
  const { limits = {}, requests = {} } = requirements;
  for (const [name, amount] of Object.entries(limits)) {
    validateAmount(name, amount, 'limits', report);
    validatePages(name, amount, 'limits', report);
  }
  for (const [name, amount] of Object.entries(requests)) {
    validateAmount(name, amount, 'requests', report);
    validateRequest(name, amount, limits, report);
    validatePages(name, amount, 'requests', report);
  }
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const isBound = names.some((name) => name === 'cpu' || name === 'memory');
  if (!isBound && names.some(isHugePages)) report.forbidden('', 'HugePages require cpu or memory');
}

function validateAmount(name: string, amount: string, list: string, report: Report): void {
  const path = `${list}[${name}]`;
  validateContainerResourceName(name, path, report);
  validateResourceAmount(name, amount, path, report);
}

function validatePages(name: string, amount: string, list: string, report: Report): void {
  if (!isHugePages(name) || isWholeNumberOfPages(name, amount)) return;
  report.invalid(`${list}[${name}]`, amount, `${amount} is not positive integer multiple of ${name}`);
}

function isWholeNumberOfPages(name: string, amount: string): boolean {
  const page = canonicalQuantity(name.slice('hugepages-'.length));
  if (page === undefined || signOfQuantity(page) <= 0 || !isWholeQuantity(page)) return false;
  return signOfQuantity(amount) === 0 || isMultipleOfQuantity(amount, page);
}

function validateRequest(name: string, amount: string, limits: Amounts, report: Report): void {
  const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
  if (limit === undefined) {
    if (!isOvercommitAllowed(name)) report.required('limits', 'Limit must be set for non overcommitable resources');
    return;
  }
  const difference = compareQuantity(amount, limit);
  if (difference !== 0 && !isOvercommitAllowed(name)) {
    report.invalid('requests', amount, `must be equal to ${name} limit`);
  } else if (difference > 0) {
    report.invalid('requests', amount, `must be less than or equal to ${name} limit`);
  }
}
