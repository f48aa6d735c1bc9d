/** The identity of items in sets and in lists of type map, and what a schema lacks for it. */
import type { Report } from '@keelson/schema';

import { itemsOf, propertyOf, type SchemaNode } from './schema-node.ts';

/** Items of sets are compared whole. */
export function breaksSetRule(node: SchemaNode): boolean {
  if (node['x-kubernetes-list-type'] !== 'set') return false;
  const items = itemsOf(node);
  if (items?.type === 'array') return (items['x-kubernetes-list-type'] ?? 'atomic') !== 'atomic';
  return items?.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic';
}

/** Reports itself; `at` is the items. */
type Fault = (report: Report, at: string) => void;

/** Keys of items are required or have a default, and neither items nor keys may be null. */
export function breaksKeyRules(node: SchemaNode): boolean {
  return findItemFaults(node).length > 0;
}

export function findItemFaults(node: SchemaNode): Fault[] {
  const listType = node['x-kubernetes-list-type'];
  if (listType !== 'set' && listType !== 'map') return [];
  const items = itemsOf(node);
  if (items === undefined) return [];
  const ofItems: Fault = (report, at) => {
    report.forbidden(`${at}.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`);
  };
  const ofKeys = listType === 'map' ? findKeyFaults(node['x-kubernetes-list-map-keys'] ?? [], items) : [];
  return items.nullable === true ? [ofItems, ...ofKeys] : ofKeys;
}

function findKeyFaults(keys: readonly string[], items: SchemaNode): Fault[] {
  const required = new Set(items.required);
  return keys.flatMap((key): Fault[] => {
    const property = propertyOf(items, key);
    if (property === undefined) return [];
    const start = 'this property is in x-kubernetes-list-map-keys, so it';
    const faults: Fault[] = [];
    if (!required.has(key) && property.default === undefined) {
      const detail = `${start} must have a default or be a required property`;
      faults.push((report, at) => report.required(`${at}.properties[${key}].default`, detail));
    }
    if (property.nullable === true) {
      faults.push((report, at) => report.forbidden(`${at}.properties[${key}].nullable`, `${start} cannot be nullable`));
    }
    return faults;
  });
}
