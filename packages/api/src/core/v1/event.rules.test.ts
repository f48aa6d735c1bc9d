import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update } from '../../testing/admit.ts';
import { events } from './event.resource.ts';

const now = new Date('2020-01-01T00:10:00Z');
const eventTime = '2020-01-01T00:00:00.000000Z';
const reporter = { eventTime, reportingComponent: 'example.com/c', reportingInstance: 'i', action: 'A', reason: 'R' };

function make(fields: object, namespace = 'n') {
  const involvedObject = { kind: 'ConfigMap', namespace: 'n', name: 'c' };
  return create(events, { metadata: { name: 'a', namespace }, involvedObject, ...fields });
}

describe('Event', () => {
  it('has almost any name', () => {
    const named = (name: string) => create(events, { metadata: { name }, involvedObject: { kind: 'Node' } });
    expect(named('Node_1.16c1').issues).toEqual([]);
    expect(causesOf(named('a/b'))).toEqual([`metadata.name: Invalid value: "a/b": may not contain '/'`]);
  });

  it('is in the namespace of what it is about', () => {
    expect(make({}).issues).toEqual([]);
    expect(make({}, 'other').message).toBe(
      'Event "a" is invalid: involvedObject.namespace: Invalid value: "n": does not match event.namespace',
    );
  });

  it('is in default when it is about something without a namespace', () => {
    const node = { involvedObject: { kind: 'Node', name: 'n1' } };
    expect(make(node, 'default').issues).toEqual([]);
    expect(make({ ...node, ...reporter }, 'kube-system').issues).toEqual([]);
    expect(causesOf(make(node, 'kube-system'))).toEqual([
      'involvedObject.namespace: Invalid value: "": does not match event.namespace',
    ]);
  });

  it('of the newer form says who did what, and why', () => {
    expect(make(reporter).issues).toEqual([]);
    expect(causesOf(make({ eventTime }))).toEqual([
      'reportingComponent: Required value',
      'reportingComponent: Invalid value: "": name part must be non-empty',
      expect.stringMatching(/^reportingComponent: Invalid value: "": name part must consist/),
      'reportingInstance: Required value',
      'action: Required value',
      'reason: Required value',
    ]);
  });

  it('of the newer form is short', () => {
    const long = 'x'.repeat(129);
    expect(make({ ...reporter, action: 'x'.repeat(128), message: 'x'.repeat(1024) }).issues).toEqual([]);
    expect(causesOf(make({ ...reporter, reportingInstance: long, action: long, reason: long }))).toEqual([
      'reportingInstance: Invalid value: "": can have at most 128 characters',
      'action: Invalid value: "": can have at most 128 characters',
      'reason: Invalid value: "": can have at most 128 characters',
    ]);
    expect(causesOf(make({ ...reporter, message: 'x'.repeat(1025) }))).toEqual([
      'message: Invalid value: "": can have at most 1024 characters',
    ]);
  });

  it('is held to the same rules when it is changed', () => {
    const body = { metadata: { name: 'a', namespace: 'n' }, involvedObject: { namespace: 'other' }, count: 2 };
    expect(causesOf(update(events, make({}).object, body))).toEqual([
      'involvedObject.namespace: Invalid value: "other": does not match event.namespace',
    ]);
  });

  it('is printed by what happened last', () => {
    const { object } = make({
      reason: 'R',
      message: ' m\n',
      type: 'Normal',
      source: { component: 'x', host: 'h' },
      firstTimestamp: '2020-01-01T00:00:00Z',
      lastTimestamp: '2020-01-01T00:09:00Z',
      count: 3,
    });
    const cells = ['60s', 'Normal', 'R', 'configmap/c', '', 'x, h', 'm', '10m', 3, 'a'];
    expect(tableOf(events).print(object, { now }).cells).toEqual(cells);
  });

  it('of the newer form is printed by its series, or else as seen once', () => {
    const print = (fields: object) => tableOf(events).print(make({ ...reporter, ...fields }).object, { now }).cells;
    expect(print({})).toEqual(['10m', '', 'R', 'configmap/c', '', 'example.com/c, i', '', '10m', 1, 'a']);
    expect(print({ series: { count: 7, lastObservedTime: '2020-01-01T00:09:30.000000Z' } })).toEqual([
      '30s',
      '',
      'R',
      'configmap/c',
      '',
      'example.com/c, i',
      '',
      '10m',
      7,
      'a',
    ]);
    expect(tableOf(events).print(make({}).object, { now }).cells[0]).toBe('<unknown>');
  });
});
