/** Rules for annotations of nodes from before there were fields for them: JSON, which schedulers read. */
import type { Report } from '@keelson/schema';

import { validateTaints } from './taint.rules.ts';

type Annotations = Readonly<Record<string, string>>;

const path = 'metadata.annotations';
const taintsName = 'scheduler.alpha.kubernetes.io/taints';
const avoidedName = 'scheduler.alpha.kubernetes.io/preferAvoidPods';

export function validateNodeAnnotations(annotations: Annotations, report: Report): void {
  validateTaintsText(textOf(annotations, taintsName), report);
  validateAvoidedText(textOf(annotations, avoidedName), report);
}

function textOf(annotations: Annotations, name: string): string {
  return Object.hasOwn(annotations, name) ? (annotations[name] ?? '') : '';
}

function validateTaintsText(text: string, report: Report): void {
  if (text === '') return;
  const parsed = parse(text);
  const taints = parsed?.value ?? [];
  if (parsed === undefined || !isListOfObjects(taints)) {
    report.invalid(path, taintsName, 'must be a list of taints in JSON');
    return;
  }
  const read = taints.map(({ key, value, effect }) => ({
    key: wordOf(key),
    value: wordOf(value),
    effect: wordOf(effect),
  }));
  validateTaints(read, `${path}.${taintsName}`, report);
}

function validateAvoidedText(text: string, report: Report): void {
  if (text === '') return;
  const parsed = parse(text);
  const entries = fieldOf(parsed?.value, 'preferAvoidPods') ?? [];
  if (parsed === undefined || !(parsed.value === null || isObject(parsed.value)) || !isListOfObjects(entries)) {
    report.invalid(`${path}.AvoidPods`, avoidedName, 'must be an object in JSON, with a list preferAvoidPods');
    return;
  }
  entries.forEach((entry, index) => {
    const at = `${path}.${avoidedName}[${index}].PodSignature`;
    const owner = fieldOf(fieldOf(entry, 'podSignature'), 'podController');
    if (!isObject(owner)) report.required(at);
    else if (owner['controller'] !== true) {
      report.invalid(`${at}.PodController.Controller`, false, 'must point to a controller');
    }
  });
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every(isObject);
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
