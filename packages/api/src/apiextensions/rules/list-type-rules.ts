/** Rules of `x-kubernetes-list-type`, `x-kubernetes-list-map-keys` and `x-kubernetes-map-type`. */
import type { Report } from '@keelson/schema';

import { breaksSetRule, findItemFaults } from './list-identity.ts';
import type { Requirements } from './requirements.ts';
import { itemsOf, propertyOf, type SchemaNode, type SchemaPart } from './schema-node.ts';

const mapTypes = ['atomic', 'granular'];
const listTypes = ['atomic', 'set', 'map'];

export function checkMapType({ node, at }: SchemaPart, report: Report): void {
  const mapType = node['x-kubernetes-map-type'];
  if (mapType === undefined) return;
  requireType({ node, at }, 'object', 'must be object if x-kubernetes-map-type is specified', report);
  if (!mapTypes.includes(mapType)) report.notSupported(`${at}.x-kubernetes-map-type`, mapType, mapTypes);
}

export function checkListType({ node, at }: SchemaPart, report: Report, requirements: Requirements): void {
  const listType = node['x-kubernetes-list-type'];
  if (listType !== undefined && node.type !== 'array') {
    requireType({ node, at }, 'array', 'must be array if x-kubernetes-list-type is specified', report);
  } else if (breaksSetRule(node) && requirements.needsAtomicSetItems()) {
    const items = itemsOf(node);
    const word = items?.type === 'array' ? 'x-kubernetes-list-type' : 'x-kubernetes-map-type';
    const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set';
    report.invalid(`${at}.items.${word}`, items?.['x-kubernetes-list-type'], detail);
  }
  if (listType !== undefined && !listTypes.includes(listType)) {
    report.notSupported(`${at}.x-kubernetes-list-type`, listType, listTypes);
  }
}

function requireType({ node, at }: SchemaPart, type: string, detail: string, report: Report): void {
  if (node.type === type) return;
  if (node.type === undefined) report.required(`${at}.type`, detail);
  else report.invalid(`${at}.type`, node.type, detail);
}

export function checkListItems({ node, at }: SchemaPart, report: Report, requirements: Requirements): void {
  const faults = findItemFaults(node);
  if (faults.length === 0 || !requirements.needsKeysOfMapLists()) return;
  for (const fault of faults) fault(report, `${at}.items`);
}

export function checkMapList({ node, at }: SchemaPart, report: Report): void {
  const listType = node['x-kubernetes-list-type'];
  const keys = node['x-kubernetes-list-map-keys'] ?? [];
  if (keys.length > 0 && listType !== 'map') {
    const detail = 'must be map if x-kubernetes-list-map-keys is non-empty';
    if (listType === undefined) report.required(`${at}.x-kubernetes-list-type`, detail);
    else report.invalid(`${at}.x-kubernetes-list-type`, listType, detail);
  }
  if (listType !== 'map') return;
  if (keys.length === 0) {
    report.required(`${at}.x-kubernetes-list-map-keys`, 'must not be empty if x-kubernetes-list-type is map');
  }
  if (node.items === undefined) {
    report.required(`${at}.items`, 'must have a schema if x-kubernetes-list-type is map');
  } else checkItemsOfMap({ node, at }, keys, report);
}

function checkItemsOfMap({ node, at }: SchemaPart, keys: readonly string[], report: Report): void {
  const items = itemsOf(node);
  if (items === undefined) {
    report.invalid(`${at}.items`, node.items, 'must only have a single schema if x-kubernetes-list-type is map');
  } else if (items.type !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    report.invalid(`${at}.items.type`, items.type ?? '', detail);
  } else checkMapKeys({ node: items, at }, keys, report);
}

/** Of the items; `at` is the list. */
function checkMapKeys({ node, at }: SchemaPart, keys: readonly string[], report: Report): void {
  const path = `${at}.x-kubernetes-list-map-keys`;
  const seen = new Set<string>();
  for (const key of keys) {
    const property = propertyOf(node, key);
    if (property === undefined) report.invalid(path, keys, 'entries must all be names of item properties');
    else if (isCompound(property)) {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      report.invalid(`${at}.items.properties[${key}].type`, node.type, detail);
    }
    if (seen.has(key)) report.invalid(path, keys, 'must not contain duplicate entries');
    seen.add(key);
  }
}

function isCompound({ type }: SchemaNode): boolean {
  return type === 'array' || type === 'object';
}
