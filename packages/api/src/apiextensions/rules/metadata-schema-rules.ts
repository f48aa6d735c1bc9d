/** Rules of the schemas of `kind`, `apiVersion` and `metadata`, at the root and in embedded objects. */
import type { Report } from '@keelson/schema';

import { propertyOf, type SchemaNode, type SchemaPart } from './schema-node.ts';
import { structuralWords } from './structural-words.ts';

const typesOfMeta = [
  ['kind', 'string'],
  ['apiVersion', 'string'],
  ['metadata', 'object'],
] as const;

export function checkMetadataSchemas({ node, at }: SchemaPart, isRoot: boolean, report: Report): void {
  if (!isRoot && node['x-kubernetes-embedded-resource'] !== true) return;
  for (const [key, type] of typesOfMeta) {
    const property = propertyOf(node, key);
    if (property !== undefined && property.type !== type) {
      report.invalid(`${at}.properties[${key}].type`, property.type ?? '', `must be ${type}`);
    }
  }
  const metadata = propertyOf(node, 'metadata');
  if (isRoot && metadata !== undefined && restrictsMore(metadata)) {
    const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    report.forbidden(`${at}.properties[metadata]`, detail);
  }
}

const allowedWords: ReadonlySet<string> = new Set(['type', 'default', 'properties']);
const allowedProperties: ReadonlySet<string> = new Set(['name', 'generateName']);

function restrictsMore(metadata: SchemaNode): boolean {
  if (structuralWords(metadata).some((word) => !allowedWords.has(word))) return true;
  return Object.keys(metadata.properties ?? {}).some((key) => !allowedProperties.has(key));
}
