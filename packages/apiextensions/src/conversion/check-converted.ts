/**
 * Checks an object that a conversion webhook made, and gives it back the metadata that a conversion may not change: all
 * but labels and annotations. A webhook that lies is refused here, in the words of 1.24, and its object goes no further.
 */
import { parseGroupVersion, validateAnnotations, validateLabels } from '@keelson/meta';
import { createReport, quote, type Issue } from '@keelson/schema';

import { goTypeOf } from './go-type.ts';

export type Checked = { readonly ok: true; readonly object: object } | Lie;

interface Lie {
  readonly ok: false;
  readonly message: string;
}

type Fields = Readonly<Record<string, unknown>>;

export interface Expected {
  /** The object that was sent. */
  readonly original: object;
  /** The group and version that were asked for. */
  readonly to: string;
  /** The type that was sent, as failures name it. */
  readonly source: string;
}

/** `original` is not changed; the result shares its parts. */
export function checkConverted(converted: unknown, { original, to, source }: Expected): Checked {
  if (!isFields(converted)) return lie(`json: cannot unmarshal ${goTypeOf(converted)} into an object`);
  const { kind, apiVersion } = converted;
  if (typeof kind !== 'string' || kind === '') {
    return lie(`Object 'Kind' is missing in '${JSON.stringify(converted, digits)}'`);
  }
  const version = versionText(apiVersion);
  if (version !== to) {
    return lie(
      `${source} returned invalid object at index 0: invalid groupVersion (expected ${to}, received ${version})`,
    );
  }
  const expectedKind = textOf(original, 'kind');
  if (kind !== expectedKind) {
    return lie(
      `${source} returned invalid object at index 0: invalid kind (expected ${expectedKind}, received ${kind})`,
    );
  }
  const difference = findDifference(original as Fields, converted);
  if (difference !== undefined) return lie(`${source} returned invalid object: ${difference}`);
  const metadata = restoreMetadata(original as Fields, converted['metadata']);
  if (typeof metadata === 'string') return lie(`${source} returned invalid metadata: ${metadata}`);
  return { ok: true, object: { ...converted, metadata } };
}

function lie(message: string): Lie {
  return { ok: false, message };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function digits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** A value that is no version reads as none. */
function versionText(apiVersion: unknown): string {
  if (typeof apiVersion !== 'string') return '';
  return parseGroupVersion(apiVersion).ok ? apiVersion : '';
}

function textOf(object: unknown, field: string): string {
  const value = isFields(object) ? object[field] : undefined;
  return typeof value === 'string' ? value : '';
}

const identity = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const;

function findDifference(original: Fields, converted: Fields): string | undefined {
  for (const [field, word] of identity) {
    const [before, after] = [textOf(original['metadata'], field), textOf(converted['metadata'], field)];
    if (before !== after) return `must have the same ${word}: ${before} != ${after}`;
  }
  return undefined;
}

const changeable = ['labels', 'annotations'] as const;

/** The metadata, or the reason why there is none. */
function restoreMetadata({ metadata }: Fields, answered: unknown): Fields | string {
  if (answered === undefined) return 'missing metadata in converted object';
  if (!isFields(answered)) return `invalid metadata of type ${goTypeOf(answered)} in converted object`;
  const original = isFields(metadata) ? metadata : {};
  const restored: Record<string, unknown> = { ...original };
  for (const field of changeable) {
    const given = answered[field];
    if (given === undefined || given === null) {
      Reflect.deleteProperty(restored, field);
      continue;
    }
    const fault = findTextsFault(field, given, original[field]);
    if (fault !== undefined) return fault;
    restored[field] = given;
  }
  return restored;
}

function findTextsFault(field: (typeof changeable)[number], given: unknown, before: unknown): string | undefined {
  if (!isFields(given)) return `invalid metadata.${field} of type ${goTypeOf(given)} in converted object`;
  const known = isFields(before) ? before : {};
  const keys = Object.keys(given);
  let hasChanged = keys.length !== Object.keys(known).length;
  for (const key of keys) {
    const value = given[key];
    if (typeof value !== 'string') {
      return `metadata.${field}[${key}] must be a string, but is ${goTypeOf(value)} in converted object`;
    }
    hasChanged ||= known[key] !== value;
  }
  return hasChanged ? findRuleFault(field, given as Readonly<Record<string, string>>) : undefined;
}

function findRuleFault(field: (typeof changeable)[number], texts: Readonly<Record<string, string>>) {
  const report = createReport();
  if (field === 'labels') validateLabels(texts, 'metadata.labels', report);
  // 1.24 names the path so.
  else validateAnnotations(texts, 'metadata.annotation', report);
  return report.issues.length === 0 ? undefined : wordIssues(report.issues);
}

/** Each issue once, in brackets where there are several. */
function wordIssues(issues: readonly Issue[]): string {
  const words = [...new Set(issues.map(({ path, message }) => `${path}: ${message}`))];
  return words.length === 1 ? (words[0] ?? '') : `[${words.join(', ')}]`;
}

/** The beginning of all failures: the type that was to be converted. */
export function wordSource(apiVersion: string, kind: string): string {
  return `conversion webhook for ${apiVersion}, Kind=${kind}`;
}

export function wordUid(expected: string, got: string): string {
  return `expected response.uid=${quote(expected)}, got ${quote(got)}`;
}
