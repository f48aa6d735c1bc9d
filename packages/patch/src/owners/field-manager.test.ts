import { describe, expect, it } from '@jest/globals';

import type { JsonObject } from '../json-object.ts';
import { ownersOf } from '../testing/run-scenarios.ts';
import { ConfigMap, managedType } from '../testing/sample-kinds.ts';
import { encodeManagedFields } from './encode-managed-fields.ts';
import { decodeManagedFields, readOwners } from './decode-managed-fields.ts';
import { fieldManager } from './field-manager.ts';
import { keepTimes } from './keep-times.ts';

const fields = fieldManager(managedType('ConfigMap', ConfigMap));
const entry = (more: object) => ({
  manager: 'x',
  operation: 'Update',
  apiVersion: 'test/v1',
  fieldsType: 'FieldsV1',
  ...more,
});

function configMap(data: object, managedFields?: unknown): JsonObject {
  const metadata = { name: 'a', creationTimestamp: null, ...(managedFields !== undefined && { managedFields }) };
  return { kind: 'ConfigMap', apiVersion: 'test/v1', metadata, data };
}

describe('stored owners that cannot be read', () => {
  const broken: [unknown, string][] = [
    [entry({ fieldsV1: { 'k:{': {} } }), 'invalid fieldsV1 in managed fields entry 0'],
    [entry({ operation: 'Nonsense' }), 'operation must be `Apply` or `Update`'],
    [entry({ apiVersion: '' }), 'apiVersion must not be empty'],
    [entry({ fieldsType: '' }), 'missing fieldsType in managed fields entry 0'],
    [entry({ fieldsType: 'FieldsV2' }), 'invalid fieldsType "FieldsV2" in managed fields entry 0'],
    ['x', 'an entry must be an object'],
  ];

  it.each(broken)('are told: %j', (stored, message) => {
    expect(decodeManagedFields([stored])).toEqual({ ok: false, message });
  });

  it.each(broken)('are repaired by the next apply: %j', (...[stored]) => {
    const outcome = fields.apply({
      live: configMap({ k: 'v' }, [stored]),
      config: configMap({ l: 'w' }),
      manager: 'm',
      time: '2026-01-01T00:00:00Z',
    });
    expect(outcome.ok && ownersOf(outcome.value.object)).toEqual({
      m: '.data.l',
      '(before-first-apply)': '.data .data.k',
    });
  });

  it.each(broken)('do not stop an update: %j', (...[stored]) => {
    const recorded = fields.recordUpdate({
      live: configMap({ k: 'v' }, [stored]),
      next: configMap({ k: 'w' }, [stored]),
      manager: 'm',
      time: '2026-01-01T00:00:00Z',
    });
    expect(ownersOf(recorded.object)).toEqual({});
  });
});

describe('the entries', () => {
  it('come with appliers first, then by time, manager, version and subresource', () => {
    const of = (manager: string, operation: string, time: string | undefined, subresource = '') =>
      entry({
        manager,
        operation,
        fieldsV1: { 'f:data': {} },
        ...(time && { time }),
        ...(subresource && { subresource }),
      });
    const sorted = [
      of('z', 'Apply', '2026-01-01T00:00:00Z'),
      of('a', 'Apply', '2026-01-01T00:00:01Z'),
      of('c', 'Update', undefined),
      of('b', 'Update', '2026-01-01T00:00:00Z'),
      of('b', 'Update', '2026-01-01T00:00:00Z', 'status'),
      of('d', 'Update', '2026-01-01T00:00:00Z'),
    ];
    expect(encodeManagedFields(readOwners([...sorted].reverse()))).toEqual(sorted);
  });
});

describe('times', () => {
  const at = (time: string, more: object = {}) => [entry({ time, fieldsV1: { 'f:data': {} }, ...more })];
  const live = configMap({ k: 'v' }, at('2026-01-01T00:00:00Z'));

  it('are kept when nothing else differs', () => {
    expect(keepTimes(live, configMap({ k: 'v' }, at('2026-01-02T00:00:00Z')))).toBe(live);
  });

  it.each([
    ['a value', configMap({ k: 'w' }, at('2026-01-02T00:00:00Z'))],
    ['an owner', configMap({ k: 'v' }, at('2026-01-02T00:00:00Z', { manager: 'other' }))],
    ['a set of fields', configMap({ k: 'v' }, at('2026-01-02T00:00:00Z', { fieldsV1: {} }))],
    ['the number of owners', configMap({ k: 'v' })],
  ])('move when %s differs', (_what, next) => {
    expect(keepTimes(live, next)).toBe(next);
  });
});
