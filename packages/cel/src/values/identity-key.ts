/** A text that equal values share, so that sets are compared in linear time. */
import { CelDuration, CelList, CelObject, CelTimestamp, CelTypeName, CelUrl, CelFault, isCelMap } from './value.ts';
import { numberOf } from './numbers.ts';
import { stringifySorted } from './stringify-sorted.ts';
import { celTypeNameOf } from './type-names.ts';
import type { CelValue } from './value.ts';

export function identityKey(value: CelValue): string {
  const number = numberOf(value);
  if (number !== undefined) return `n${number}`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof CelList) {
    const items: string[] = [];
    for (let index = 0; index < value.size; index += 1) items.push(identityKey(value.at(index)));
    return `[${items.join(',')}]`;
  }
  if (value instanceof CelObject) {
    const known = keyOfEntries([...value.fields.keys()].map((name) => [name, value.get(name)]));
    return `${known}${stringifySorted(value.unknownProperties())}`;
  }
  if (typeof value === 'object' && value !== null && isCelMap(value)) {
    return keyOfEntries(value.keys().map((key) => [identityKey(key), value.get(key)]));
  }
  return keyOfLeaf(value);
}

function keyOfEntries(entries: readonly (readonly [string, CelValue | undefined])[]): string {
  const texts = entries.flatMap(([name, value]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}:${identityKey(value)}`],
  );
  return `{${texts.sort().join(',')}}`;
}

function keyOfLeaf(value: CelValue): string {
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('base64')}`;
  if (value instanceof CelTimestamp) return `t${value.nanoseconds}`;
  if (value instanceof CelDuration) return `d${value.nanoseconds}`;
  if (value instanceof CelUrl || value instanceof CelFault) return JSON.stringify(value);
  return typeof value === 'boolean' ? String(value) : `${celTypeNameOf(value)} ${nameOf(value)}`;
}

function nameOf(value: CelValue): string {
  return value instanceof CelTypeName ? value.name : '';
}
