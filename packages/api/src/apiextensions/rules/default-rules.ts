/** Defaults in schemas are canonical: without fields that would be pruned, with metadata that can be read and is valid. */
import {
  createReport,
  freeFormValue,
  pruneStructural,
  type Issue,
  type JsonValue,
  type Report,
  type StructuralSchema,
} from '@keelson/schema';

import { ObjectMeta } from '../../meta/v1/object-meta.ts';
import { findMetadataProblem, validateMetadataWithin } from './embedded-metadata.ts';
import { itemsOf, type SchemaNode, type SchemaPart } from './schema-node.ts';

const metaFields: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

/** Returns the faults of metadata in defaults, by the place of the schema; they are not reported yet. */
export function checkCanonicalDefaults(
  root: SchemaPart,
  mayBeUnpruned: () => boolean,
  report: Report,
): Map<string, readonly Issue[]> {
  const found = new Map<string, readonly Issue[]>();
  for (const part of defaultsIn(root)) {
    const { node, at, value, surround } = part;
    if (surround === undefined && hasUnknownFields(node as StructuralSchema, value) && !mayBeUnpruned()) {
      report.invalid(`${at}.default`, freeFormValue(value), 'must not have unknown fields');
    }
    const metadata = createReport();
    metadata.within(`${at}.default`, () => checkMetadata(part, metadata));
    if (metadata.issues.length > 0) found.set(at, metadata.issues);
  }
  return found;
}

export function hasUnprunedDefaults(root: SchemaNode): boolean {
  for (const { node, value, surround } of defaultsIn({ node: root, at: '' })) {
    if (surround === undefined && hasUnknownFields(node as StructuralSchema, value)) return true;
  }
  return false;
}

function hasUnknownFields(schema: StructuralSchema, value: JsonValue): boolean {
  let count = 0;
  const onUnknown = (): void => {
    count += 1;
  };
  pruneStructural(schema, value, { onUnknown });
  return count > 0;
}

function checkMetadata({ node, value, surround }: DefaultPart, report: Report): void {
  if (surround !== undefined) {
    const problem = findMetadataProblem(surround(value));
    if (problem !== undefined) report.invalid('', freeFormValue(value), `must result in valid metadata: ${problem}`);
    return;
  }
  const schema = node as StructuralSchema;
  const read = pruneStructural(schema, value, { metadata: ObjectMeta });
  if (read.ok) validateMetadataWithin(schema, read.object, report);
  else if (read.issue === undefined) report.invalid('', freeFormValue(value), read.message);
  else report.add([read.issue]);
}

interface Place extends SchemaPart {
  /** Of a part of the metadata of an object, its kind or its apiVersion: makes the object that a value of it is in. */
  readonly surround?: (value: JsonValue) => Readonly<Record<string, JsonValue>>;
}

interface DefaultPart extends Place {
  readonly value: JsonValue;
}

function* defaultsIn(root: SchemaPart): Generator<DefaultPart, undefined> {
  const open: Place[] = [root];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.node.default !== undefined) yield { ...part, value: part.node.default };
    const isObject = part === root || part.node['x-kubernetes-embedded-resource'] === true;
    for (const [key, node] of Object.entries(part.node.properties ?? {}).reverse()) {
      open.push({ node, at: `${part.at}.properties[${key}]`, ...surroundProperty(part, key, isObject) });
    }
    const items = itemsOf(part.node);
    if (items !== undefined) open.push({ node: items, at: `${part.at}.items`, ...surroundItem(part) });
  }
}

function surroundProperty({ surround }: Place, key: string, isObject: boolean): Pick<Place, 'surround'> {
  if (isObject) return metaFields.has(key) ? { surround: (value) => ({ [key]: value }) } : {};
  return surround === undefined ? {} : { surround: (value) => surround({ [key]: value }) };
}

function surroundItem({ surround }: Place): Pick<Place, 'surround'> {
  return surround === undefined ? {} : { surround: (value) => surround([value]) };
}
