import { describe, expect, it } from '@jest/globals';
import { createReport, tableOf } from '@keelson/schema';

import { causesOf, create, update } from '../../testing/admit.ts';
import { events as older } from '../v1beta1/event.resource.ts';
import { events as stored } from '../../core/v1/event.resource.ts';
import { events } from './event.resource.ts';

const metadata = { name: 'a', namespace: 'n' };
const good = {
  metadata,
  eventTime: '2020-01-01T00:00:00.000000Z',
  reportingController: 'example.com/c',
  reportingInstance: 'i',
  action: 'A',
  reason: 'R',
  type: 'Normal',
  regarding: { kind: 'Pod', namespace: 'n', name: 'p' },
};
const old = {
  deprecatedFirstTimestamp: '2020-01-01T00:00:00Z',
  deprecatedLastTimestamp: '2020-01-01T00:00:00Z',
  deprecatedCount: 1,
  deprecatedSource: { component: 'c' },
};

describe('Event of events', () => {
  it('is of the newer form', () => {
    expect(create(events, good).issues).toEqual([]);
    expect(causesOf(create(events, { ...good, ...old }))).toEqual([
      'firstTimestamp: Invalid value: "": needs to be unset',
      'lastTimestamp: Invalid value: "": needs to be unset',
      'count: Invalid value: "": needs to be unset',
      'source: Invalid value: "": needs to be unset',
    ]);
    const { eventTime: _, ...untimed } = good;
    expect(causesOf(create(events, { ...untimed, type: 'Odd' }))).toEqual([
      'eventTime: Required value',
      'type: Invalid value: "": has invalid value: Odd',
    ]);
  });

  it('names its controller as storage does', () => {
    expect(causesOf(create(events, { ...good, reportingController: '' }))[0]).toBe(
      'reportingController: Required value',
    );
  });

  it('repeats at least once in a series', () => {
    const lastObservedTime = '2020-01-01T00:01:00.000000Z';
    expect(create(events, { ...good, series: { count: 2, lastObservedTime } }).issues).toEqual([]);
    expect(causesOf(create(events, { ...good, series: { count: 1 } }))).toEqual([
      'series.count: Invalid value: "": should be at least 2',
      'series.lastObservedTime: Required value',
    ]);
  });

  it('changes in its series only', () => {
    const { object } = create(events, good);
    const series = { count: 2, lastObservedTime: '2020-01-01T00:01:00.000000Z' };
    expect(update(events, object, { ...good, series }).issues).toEqual([]);
    expect(causesOf(update(events, object, { ...good, note: 'n', reason: 'S' }))).toEqual([
      'reason: Invalid value: "S": field is immutable',
      'message: Invalid value: "n": field is immutable',
      'reason: Invalid value: "S": field is immutable',
    ]);
  });

  it('shows what would be stored instead of a field that is taken away or changed', () => {
    const { object } = create(events, { ...good, note: 'n', related: { name: 'r' } });
    const { reason: _, ...rest } = good;
    const eventTime = '2020-01-01T00:00:00.120000Z';
    expect(causesOf(update(events, object, { ...rest, eventTime, deprecatedCount: 0 }))).toEqual([
      'reason: Required value',
      'reason: Invalid value: "": field is immutable',
      'message: Invalid value: "": field is immutable',
      'reason: Invalid value: "": field is immutable',
      'eventTime: Invalid value: 2020-01-01 00:00:00.12 +0000 UTC: field is immutable',
      'related: Invalid value: "null": field is immutable',
    ]);
  });

  it('has the faults of its metadata after those of all events, and before those of this version', () => {
    const { object } = create(stored, { metadata: { ...metadata, name: 'A' }, involvedObject: { namespace: 'other' } });
    const report = createReport();
    events.hooksOfRequests?.validateCreate?.(object as never, report);
    expect(report.issues.map(({ path }) => path)).toEqual([
      'involvedObject.namespace',
      'metadata.name',
      'eventTime',
      'type',
    ]);
  });

  it('is less strict in the older version', () => {
    expect(create(older, { ...good, ...old, type: 'Odd' }).issues).toEqual([]);
    expect(causesOf(create(older, { ...good, action: '' }))).toEqual(['action: Required value']);
  });

  it.each([
    ['v1', events],
    ['v1beta1', older],
  ])('is printed alike in %s', (_, resource) => {
    const now = new Date('2020-01-01T00:10:00Z');
    const { cells } = tableOf(resource).print(create(resource, { ...good, note: 'm' }).object, { now });
    expect(cells).toEqual(['10m', 'Normal', 'R', 'pod/p', '', 'example.com/c, i', 'm', '10m', 1, 'a']);
  });
});
