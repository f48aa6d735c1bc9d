/** The metadata of resources within resources, which may be of any kind and have no name yet. */
import { validateObjectMeta, type ObjectMeta as Metadata } from '@keelson/meta';
import {
  createReport,
  findEmbedded,
  listIssues,
  pruneStructural,
  validateStructural,
  type JsonValue,
  type NameRule,
  type Report,
  type StructuralSchema,
} from '@keelson/schema';

import { bannedOwners } from '../../meta/v1/banned-owners.ts';
import { ObjectMeta } from '../../meta/v1/object-meta.ts';

/** The reader of schemas checks it. */
const anyName: NameRule = { name: 'any', check: () => [] };

/** Of all such resources in a custom object, whose own metadata is checked as that of any object. */
export function validateEmbeddedMetadata(schema: StructuralSchema, object: object, report: Report): void {
  for (const { path, object: embedded } of findEmbedded(schema, object)) {
    if (path !== '') report.within(path, () => validateMetadata(embedded, report));
  }
}

/** Of all such resources in a value, which may be one itself. */
export function validateMetadataWithin(schema: StructuralSchema, value: unknown, report: Report): void {
  for (const { path, object } of findEmbedded(schema, value)) {
    report.within(path, () => validateMetadata(object, report));
  }
}

function validateMetadata(object: Readonly<Record<string, unknown>>, report: Report): void {
  const { metadata } = object as { metadata?: Metadata };
  if (typeof metadata !== 'object') return;
  const named = (metadata.name ?? '') === '' ? { ...metadata, name: 'fakename' } : metadata;
  const rules = {
    isNamespaced: (metadata.namespace ?? '') !== '',
    nameRule: anyName,
    hasOpenFinalizers: true,
    bannedOwners,
  };
  report.within('metadata', () => validateObjectMeta(named, rules, report));
}

const anyResource: StructuralSchema = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
};
const typeMeta = { apiVersion: 'validation/v1', kind: 'Validation' };

/** Of an object that has nothing but a part of its metadata, its kind or its apiVersion. */
export function findMetadataProblem(given: Readonly<Record<string, JsonValue>>): string | undefined {
  const read = pruneStructural(anyResource, { ...typeMeta, ...given }, { metadata: ObjectMeta });
  if (!read.ok) return read.message;
  const report = createReport();
  report.add(validateStructural(anyResource, read.object));
  validateMetadataWithin(anyResource, read.object, report);
  return report.issues.length === 0 ? undefined : listIssues(report.issues);
}
