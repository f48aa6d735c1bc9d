import { describe, expect, it } from '@jest/globals';
import { isLater, messageWithin, type Message, type Shape } from '@keelson/schema';

import { createApiScheme } from '../api-scheme.ts';
import { latestEmulated, oldestEmulated } from './release-calendar.ts';
import { valueRows, valuesAfter } from './value-rows.ts';

function allMessages(): Message[] {
  const scheme = createApiScheme({ includeRetired: true });
  const seen = new Set<Message>(scheme.resources().map(({ message }) => message));
  for (const message of seen) {
    for (const { shape } of Object.values(message.fields)) {
      const inner = messageWithin(shape);
      if (inner !== undefined) seen.add(inner);
    }
  }
  return [...seen];
}

function valuesOf(shape: Shape): readonly string[] {
  if (shape.kind === 'list') return valuesOf(shape.item);
  return shape.kind === 'string' ? [...(shape.enum ?? []), ...(shape.known ?? [])] : [];
}

describe('the calendar of enumerated values', () => {
  it('names values of declared fields, each once, and releases that can be emulated', () => {
    const messages = allMessages();
    const wrong = valueRows.filter(({ introduced, group, message, field, value }) => {
      const named = messages.filter(({ name }) => name.endsWith(`.${message}`) && name.split('.').includes(group));
      const isDeclared = named.some(({ fields }) => {
        const shape = fields[field]?.shape;
        return shape !== undefined && valuesOf(shape).includes(value);
      });
      return !isDeclared || !isLater(introduced, oldestEmulated) || isLater(introduced, latestEmulated);
    });
    expect(wrong).toEqual([]);
    const keys = valueRows.map(({ group, message, field, value }) => [group, message, field, value].join(' '));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('tells which values came after a release, in all versions of a group', () => {
    const later = valuesAfter('1.18') ?? (() => undefined);
    expect(later({ name: 'io.k8s.api.core.v1.ContainerPort' }, 'protocol')).toEqual(['SCTP']);
    expect(later({ name: 'io.k8s.api.autoscaling.v2beta2.MetricSpec' }, 'type')).toEqual(['ContainerResource']);
    expect(later({ name: 'io.k8s.api.core.v1.ContainerPort' }, 'name')).toBeUndefined();
    expect(valuesAfter('1.24')).toBeUndefined();
  });
});
