/**
 * A node of a schema as a definition may state it: the words that structural schemas have, and those that are refused.
 * In canonical form, so that an empty text, list or false is absent.
 */
import type { StructuralSchema } from '@keelson/schema';

type NestedWords = 'items' | 'properties' | 'additionalProperties' | 'allOf' | 'anyOf' | 'oneOf' | 'not';
export type SchemaMap = Readonly<Record<string, SchemaNode>>;
type Dependency = SchemaNode | readonly string[];

export interface SchemaNode extends Omit<StructuralSchema, NestedWords> {
  readonly id?: string;
  readonly $schema?: string;
  readonly $ref?: string;
  readonly items?: SchemaNode | readonly SchemaNode[];
  readonly properties?: SchemaMap;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly allOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly not?: SchemaNode;
  readonly patternProperties?: SchemaMap;
  readonly dependencies?: Readonly<Record<string, Dependency>>;
  readonly additionalItems?: SchemaNode | boolean;
  readonly definitions?: SchemaMap;
}

export interface SchemaPart {
  readonly node: SchemaNode;
  /** The path of the node in the object that is reported on. */
  readonly at: string;
}

/** The schema of all items; absent where each item has its own, which is refused. */
export function itemsOf({ items }: SchemaNode): SchemaNode | undefined {
  return isNode(items) ? items : undefined;
}

/** The schema of values of other keys; absent where any value is allowed, or none. */
export function additionalOf({ additionalProperties }: SchemaNode): SchemaNode | undefined {
  return isNode(additionalProperties) ? additionalProperties : undefined;
}

export function propertyOf({ properties }: SchemaNode, key: string): SchemaNode | undefined {
  return properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

export function partsOfMap(map: SchemaMap | undefined, at: string): SchemaPart[] {
  return Object.entries(map ?? {}).map(([key, node]) => ({ node, at: `${at}[${key}]` }));
}

export function partsOfList(list: readonly SchemaNode[] | undefined, at: string): SchemaPart[] {
  return (list ?? []).map((node, index) => ({ node, at: `${at}[${index}]` }));
}

const lists = ['allOf', 'anyOf', 'oneOf'] as const;
const maps = ['properties', 'patternProperties', 'definitions', 'dependencies'] as const;
const singles = ['items', 'additionalProperties', 'additionalItems', 'not'] as const;

/** Adds all schemas directly within a node, refused ones included. Loops without copies: definitions are large. */
export function pushChildren(node: SchemaNode, into: SchemaNode[]): void {
  for (const word of singles) pushNodes(node[word], into);
  for (const word of lists) pushNodes(node[word], into);
  for (const word of maps) {
    const inner = node[word];
    for (const key in inner) pushNodes(inner[key], into);
  }
}

/** A schema, or those of a list; names and booleans are none. */
function pushNodes(value: unknown, into: SchemaNode[]): void {
  if (isNode(value)) into.push(value);
  else if (Array.isArray(value)) for (const each of value as unknown[]) if (isNode(each)) into.push(each);
}

/** A loop, as schemas may be nested deeply. */
export function hasNode(root: SchemaNode | undefined, test: (node: SchemaNode) => boolean): boolean {
  const open = root === undefined ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (test(node)) return true;
    pushChildren(node, open);
  }
  return false;
}

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
