import { expect, test } from '@jest/globals';

import { EventCorrelator, type RecordedEvent } from './event-correlator.ts';

const about = { apiVersion: 'v1', kind: 'Thing', namespace: 'n', name: 'a', uid: '1' };

function event(message: string, over: Partial<RecordedEvent> = {}): RecordedEvent {
  return { about, type: 'Normal', reason: 'Made', message, ...over };
}

test('an event that was recorded before is counted', () => {
  const correlator = new EventCorrelator();
  const first = correlator.correlate(event('m'), 0);
  const second = correlator.correlate(event('m'), 1_000);
  expect(first).toMatchObject({ kind: 'create', message: 'm' });
  expect(second).toMatchObject({ kind: 'count', message: 'm', count: 2 });
  expect(correlator.correlate(event('m', { reason: 'Lost' }), 1_000)).toMatchObject({ kind: 'create' });
});

test('the tenth message within ten minutes and those after it become one event', () => {
  const correlator = new EventCorrelator();
  const all = Array.from({ length: 12 }, (_, index) => correlator.correlate(event(`m${index}`), index));
  expect(all.slice(0, 9).every(({ kind }) => kind === 'create')).toBe(true);
  expect(all[9]).toMatchObject({ kind: 'create', message: '(combined from similar events): m9' });
  expect(all[11]).toMatchObject({ kind: 'count', count: 3, message: '(combined from similar events): m11' });
  expect(correlator.correlate(event('late'), 601_000)).toMatchObject({ kind: 'create', message: 'late' });
});

test('an object has a burst of 25 events, and one in five minutes afterwards', () => {
  const correlator = new EventCorrelator();
  const kinds = Array.from({ length: 30 }, (_, index) => correlator.correlate(event('m'), index).kind);
  expect(kinds.filter((kind) => kind === 'dropped')).toHaveLength(5);
  expect(correlator.correlate(event('m'), 300_030).kind).toBe('count');
  expect(correlator.correlate(event('m'), 300_031).kind).toBe('dropped');
  const other = { ...about, name: 'b', uid: '2' };
  expect(correlator.correlate(event('m', { about: other }), 300_031).kind).toBe('create');
});
