import { describe, expect, it } from '@jest/globals';

import { kind, message } from '../language/declare.ts';
import { field } from '../language/field.ts';
import { resource } from '../language/resource.ts';
import { allVerbs } from '../language/verb.ts';
import { int32, string, time } from '../language/shape.ts';
import { tableOf } from './print.ts';

const Meta = message('test.Meta', { name: field(1, string), creationTimestamp: field(2, time) });
const Pump = kind('test.Pump', { metadata: field(1, Meta), strokes: field(2, int32) });
const names = { group: 'test', version: 'v1', kind: 'Pump', plural: 'pumps', singular: 'pump' };
const served = { ...names, scope: 'Cluster', verbs: allVerbs, message: Pump } as const;
const now = new Date('2030-01-01T00:00:00Z');
const pump = { metadata: { name: 'a', creationTimestamp: '2029-01-01T00:00:00Z' }, strokes: 3 };

describe('a table', () => {
  it('shows name and creation time of a resource that declares no columns', () => {
    const table = tableOf(resource(served));
    expect(table.columns.map(({ name, type, format }) => [name, type, format])).toEqual([
      ['Name', 'string', 'name'],
      ['Created At', 'date', ''],
    ]);
    expect(table.print(pump, { now })).toEqual({ cells: ['a', '2029-01-01T00:00:00Z'] });
  });

  it('shows the declared columns with their cells and what is said of the row', () => {
    const printed = resource({
      ...served,
      columns: [
        { name: 'Strokes', type: 'integer', priority: 1, about: 'So far.', cell: (object) => object.strokes ?? 0 },
      ],
      rowConditions: (object) => ((object.strokes ?? 0) > 2 ? [{ type: 'Completed', status: 'True' }] : []),
    });
    const table = tableOf(printed);
    expect(table.columns).toEqual([
      { name: 'Strokes', type: 'integer', format: '', description: 'So far.', priority: 1 },
    ]);
    expect(table.print(pump, { now })).toEqual({ cells: [3], conditions: [{ type: 'Completed', status: 'True' }] });
  });

  it('is worked out once per resource', () => {
    const once = resource(served);
    expect(tableOf(once)).toBe(tableOf(once));
  });
});
