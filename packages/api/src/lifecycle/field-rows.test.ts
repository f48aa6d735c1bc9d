import { describe, expect, it } from '@jest/globals';
import { messageWithin, type Message } from '@keelson/schema';

import { createApiScheme } from '../api-scheme.ts';
import { fieldRows, fieldsAfter } from './field-rows.ts';
import { latestEmulated, oldestEmulated, releaseCalendar } from './release-calendar.ts';

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

describe('the calendar of fields', () => {
  it('names fields of declared messages, each once, and releases that can be emulated', () => {
    const messages = allMessages();
    const [oldest, latest] = [oldestEmulated, latestEmulated].map((each) =>
      releaseCalendar.findIndex(({ release }) => release === each),
    );
    const unknown = fieldRows.flatMap(({ introduced, group, message, fields }) => {
      const at = releaseCalendar.findIndex(({ release }) => release === introduced);
      if (at <= (oldest ?? 0) || at > (latest ?? 0)) return [`${introduced} ${message}`];
      const named = messages.filter(({ name }) => name.endsWith(`.${message}`) && name.split('.').includes(group));
      return fields
        .filter((field) => !named.some((each) => field in each.fields))
        .map((field) => `${message}.${field}`);
    });
    expect(unknown).toEqual([]);
    const all = fieldRows.flatMap(({ group, message, fields }) =>
      fields.map((field) => `${group} ${message} ${field}`),
    );
    expect(new Set(all).size).toBe(all.length);
  });

  it('tells which fields came after a release, in all versions of a group', () => {
    const isAfter = fieldsAfter('1.21') ?? (() => undefined);
    expect(isAfter({ name: 'io.k8s.api.apps.v1.StatefulSetSpec' }, 'minReadySeconds')).toBe(true);
    expect(isAfter({ name: 'io.k8s.api.apps.v1beta1.StatefulSetSpec' }, 'minReadySeconds')).toBe(true);
    expect(isAfter({ name: 'io.k8s.api.batch.v1.JobSpec' }, 'suspend')).toBe(false);
    expect(fieldsAfter('1.24')).toBeUndefined();
  });
});
