/**
 * An object annotated with the owners of each field, for display. It follows the owners' sets down the value and needs
 * no declaration, since a path element names the keys that identify a list item.
 */
import type { FieldNode, FieldSet } from '../field-sets/field-set.ts';
import { noFields } from '../field-sets/field-set.ts';
import { fieldElement, valueOfElement } from '../field-sets/path-element.ts';
import type { PathElement } from '../field-sets/path-element.ts';
import { isEqual, isList, isObject, valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';
import type { Owner } from './owner.ts';

export type OwnedNode = { readonly owners: readonly Owner[] } & (
  | { readonly kind: 'object'; readonly fields: readonly (readonly [name: string, node: OwnedNode])[] }
  | { readonly kind: 'list'; readonly items: readonly OwnedNode[] }
  | { readonly kind: 'value'; readonly value: unknown }
);

/** The fields of one owner at a path and below it. */
interface Holding {
  readonly owner: Owner;
  readonly node: FieldNode;
}

export function viewOwned(value: unknown, owners: Iterable<Owner>): OwnedNode {
  return view(
    value,
    [...owners].map((owner) => ({ owner, node: { isMember: false, children: owner.fields } })),
  );
}

function view(value: unknown, holdings: readonly Holding[]): OwnedNode {
  const owners = holdings.filter(({ node }) => node.isMember).map(({ owner }) => owner);
  if (isObject(value)) {
    const fields = Object.entries(value).map(
      ([name, each]) =>
        [
          name,
          view(
            each,
            below(holdings, (set) => set.get(fieldElement(name))),
          ),
        ] as const,
    );
    return { kind: 'object', owners, fields };
  }
  if (!isList(value)) return { kind: 'value', owners, value };
  const items = value.map((item, index) =>
    view(
      item,
      below(holdings, (set) => nodeOfItem(set, item, index)),
    ),
  );
  return { kind: 'list', owners, items };
}

function below(holdings: readonly Holding[], find: (set: FieldSet) => FieldNode | undefined): Holding[] {
  return holdings.flatMap(({ owner, node }) => {
    const found = find(node.children);
    return found === undefined ? [] : [{ owner, node: found }];
  });
}

function nodeOfItem(set: FieldSet, item: unknown, index: number): FieldNode | undefined {
  if (set === noFields) return undefined;
  for (const [element, node] of set) if (isStepTo(element, item, index)) return node;
  return undefined;
}

function isStepTo(element: PathElement, item: unknown, index: number): boolean {
  switch (element[0]) {
    case 'i':
      return element === `i:${String(index)}`;
    case 'v':
      return isEqual(valueOfElement(element), item);
    case 'k':
      return isObject(item) && hasKeys(item, valueOfElement(element));
    default:
      return false;
  }
}

function hasKeys(item: JsonObject, keys: unknown): boolean {
  return isObject(keys) && Object.entries(keys).every(([name, value]) => isEqual(valueOf(item, name), value));
}
