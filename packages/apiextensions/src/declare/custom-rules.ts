/** The rules of custom objects that no schema states: of the numbers behind the scale, and of embedded resources. */
import { isJsonNumber, numberText, type Report } from '@keelson/schema';

/** Where a definition says that they are, such as `.spec.replicas`. */
export interface DefinedScale {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

export function checkScaleSpec(object: object, { specReplicasPath }: DefinedScale, report: Report): void {
  checkReplicas(object, specReplicasPath, report);
}

export function checkScaleStatus(object: object, paths: DefinedScale, report: Report): void {
  const { statusReplicasPath, labelSelectorPath = '' } = paths;
  checkReplicas(object, statusReplicasPath, report);
  const selector = labelSelectorPath === '' ? undefined : valueAt(object, labelSelectorPath);
  if (selector === undefined || typeof selector === 'string') return;
  report.invalid(labelSelectorPath, '', accessorError(labelSelectorPath, selector, 'string'));
}

const largestReplicas = 2 ** 31 - 1;

function checkReplicas(object: object, path: string, report: Report): void {
  const value = valueAt(object, path);
  if (value === undefined) return;
  if (!isJsonNumber(value) || !/^-?\d+$/.test(numberText(value))) {
    report.invalid(path, 0, accessorError(path, value, 'int64'));
    return;
  }
  const replicas = Number(value);
  if (replicas < 0) report.invalid(path, replicas, 'should be a non-negative integer');
  else if (replicas > largestReplicas)
    report.invalid(path, replicas, `should be less than or equal to ${largestReplicas}`);
}

function accessorError(path: string, value: unknown, expected: string): string {
  return `${path} accessor error: ${printGo(value)} is of the type ${goType(value)}, expected ${expected}`;
}

function printGo(value: unknown): string {
  if (value === null) return '<nil>';
  if (isJsonNumber(value)) return numberText(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function goType(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonNumber(value)) return /^-?\d+$/.test(numberText(value)) ? 'int64' : 'float64';
  if (typeof value === 'object') return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function valueAt(object: object, path: string): unknown {
  let value: unknown = object;
  for (const key of path.replace(/^\./, '').split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
