import { describe, expect, it } from '@jest/globals';

import type { StructuralSchema } from '../../language/structural-schema.ts';
import { findEmbedded } from './find-embedded.ts';

const embedded: StructuralSchema = { type: 'object', 'x-kubernetes-embedded-resource': true };

describe('embedded resources', () => {
  it('are found wherever the schema has them, with their paths', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: {
        one: { ...embedded, properties: { within: embedded } },
        list: { type: 'array', items: embedded },
        map: { type: 'object', additionalProperties: embedded },
        other: { type: 'object' },
      },
    };
    const value = { one: { within: {} }, list: [{}, null, {}], map: { k: {} }, other: { one: {} } };
    expect(findEmbedded(schema, value).map(({ path }) => path)).toEqual([
      'one',
      'one.within',
      'list[0]',
      'list[2]',
      'map[k]',
    ]);
  });

  it('are none where the schema has none', () => {
    expect(findEmbedded({ type: 'object' }, { a: {} })).toEqual([]);
  });
});
