/**
 * Checks an apply configuration against its structure before the merge: undeclared fields, values of the wrong kind,
 * duplicate or unidentifiable list items. The messages are those of the API. Values are validated later, on the merged
 * object.
 */
import type { Field, Message, MergeNode, Shape } from '@keelson/schema';

import { fieldElement, printPath } from '../field-sets/path-element.ts';
import type { PathElement } from '../field-sets/path-element.ts';
import { isList, isObject } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import { goTypeName, printGoValue } from '../print-go-value.ts';
import { duplicateProblem, itemElement } from './item-element.ts';
import { isAtomic } from './part.ts';
import { TopologyFault } from './topology-fault.ts';

/** The message is asked for the kinds of scalars; without it they are not checked. */
export interface ConfigType {
  readonly structure: MergeNode;
  readonly message?: Message | undefined;
}

/** Where and why an object does not have the structure of its type, when what walked it has found that it has not. */
export function explainFault(structure: MergeNode, object: JsonObject, fault: TopologyFault): string {
  return checkConfig({ structure }, object)[0] ?? fault.message;
}

/** All that is wrong, each with its path; an empty list is the good case. */
export function checkConfig({ structure, message }: ConfigType, config: JsonObject): string[] {
  const walk: Walk = { path: [], faults: [] };
  checkPart(walk, structure, message && { kind: 'message', message: () => message }, config);
  return walk.faults;
}

interface Walk {
  readonly path: PathElement[];
  readonly faults: string[];
}

const maxFaults = 100;

function report(walk: Walk, problem: string, ...below: PathElement[]): void {
  if (walk.faults.length >= maxFaults) return;
  walk.faults.push(`${printPath([...walk.path, ...below])}: ${problem}`);
}

function checkPart(walk: Walk, node: MergeNode, shape: Shape | undefined, value: unknown): void {
  if (value === null || value === undefined) return;
  switch (node.kind) {
    case 'untyped':
      return;
    case 'scalar':
      return checkScalar(walk, shape, value);
    case 'struct':
    case 'map':
      if (!isObject(value)) return report(walk, `expected map, got ${printHeld(value)}`);
      for (const name in value) checkField(walk, { node, shape, name }, value[name]);
      return;
    case 'list':
      if (!isList(value)) return report(walk, `expected list, got ${printHeld(value)}`);
      return checkItems(walk, node, shape, value);
  }
}

interface Place {
  readonly node: Extract<MergeNode, { kind: 'struct' | 'map' }>;
  readonly shape: Shape | undefined;
  readonly name: string;
}

function checkField(walk: Walk, { node, shape, name }: Place, value: unknown): void {
  const element = fieldElement(name);
  if (node.kind === 'map')
    return checkBelow(walk, element, [node.value, shape?.kind === 'map' ? shape.value : undefined], value);
  const field = node.fields.get(name);
  if (field === undefined) {
    if (node.keepsUnknown !== true) report(walk, 'field not declared in schema', element);
    return;
  }
  const declared = shape?.kind === 'message' ? fieldsByName(shape.message()).get(name) : undefined;
  checkBelow(walk, element, [field.node, declared?.shape], value);
}

type Structure = readonly [node: MergeNode, shape: Shape | undefined];

function checkBelow(walk: Walk, element: PathElement, [node, shape]: Structure, value: unknown): void {
  walk.path.push(element);
  checkPart(walk, node, shape, value);
  walk.path.pop();
}

function checkItems(
  walk: Walk,
  node: Extract<MergeNode, { kind: 'list' }>,
  shape: Shape | undefined,
  list: readonly unknown[],
): void {
  const seen = new Set<PathElement>();
  const itemShape = shape?.kind === 'list' ? shape.item : undefined;
  list.forEach((item, index) => {
    const element = isAtomic(node) ? `i:${index}` : elementOrFault(walk, node, { item, index, seen });
    if (element !== undefined) checkBelow(walk, element, [node.item, itemShape], item);
  });
}

interface Item {
  readonly item: unknown;
  readonly index: number;
  readonly seen: Set<PathElement>;
}

function elementOrFault(
  walk: Walk,
  node: Extract<MergeNode, { kind: 'list' }>,
  { item, index, seen }: Item,
): PathElement | undefined {
  try {
    const element = itemElement(node, item, index);
    if (seen.has(element)) report(walk, duplicateProblem(element));
    seen.add(element);
    return element;
  } catch (error) {
    if (!(error instanceof TopologyFault)) throw error;
    report(walk, error.message);
    return undefined;
  }
}

function checkScalar(walk: Walk, shape: Shape | undefined, value: unknown): void {
  const type = goTypeName(value);
  switch (shape?.kind) {
    case 'string':
    case 'bytes':
    case 'duration':
      if (type !== 'string') report(walk, `expected string, got ${printWrapped(value)}`);
      return;
    case 'int32':
    case 'int64':
    case 'double':
      if (type !== 'int64' && type !== 'float64')
        report(walk, `expected numeric (int or float), got ${printKind(value)}`);
      return;
    case 'bool':
      if (type !== 'bool') report(walk, `expected boolean, got ${printHeld(value)}`);
      return;
    // Read from more than one kind of scalar, or free-form.
    case 'time':
    case 'microTime':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
    case 'list':
    case 'map':
    case 'message':
    case 'alternative':
    case undefined:
      return;
  }
}

function printHeld(value: unknown): string {
  return `&{${printGoValue(value)}}`;
}

function printWrapped(value: unknown): string {
  return `&value.valueUnstructured{Value:${typeof value === 'string' ? JSON.stringify(value) : printGoValue(value)}}`;
}

function printKind(value: unknown): string {
  const type = goTypeName(value);
  if (type === 'map') return 'map[string]interface {}';
  return type === 'slice' ? '[]interface {}' : type;
}

const known = new WeakMap<Message, ReadonlyMap<string, Field>>();

/** The fields of a message as they appear in JSON, inline ones in their place. */
function fieldsByName(message: Message): ReadonlyMap<string, Field> {
  const found = known.get(message);
  if (found !== undefined) return found;
  const fields = new Map<string, Field>();
  for (const [name, field] of Object.entries(message.fields)) {
    if (field.presence !== 'inline') fields.set(name, field);
    else if (field.shape.kind === 'message')
      for (const [key, each] of fieldsByName(field.shape.message())) fields.set(key, each);
  }
  known.set(message, fields);
  return fields;
}
