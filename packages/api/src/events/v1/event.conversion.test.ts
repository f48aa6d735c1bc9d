import { describe, expect, it } from '@jest/globals';

import { convertExample } from '../../testing/convert-example.ts';

const metadata = { name: 'web.17', namespace: 'default', creationTimestamp: null };
const pod = { kind: 'Pod', namespace: 'default', name: 'web' };

const stored = {
  kind: 'Event',
  apiVersion: 'v1',
  metadata,
  involvedObject: pod,
  reason: 'Scheduled',
  message: 'Assigned to n1',
  source: { component: 'scheduler', host: 'n0' },
  firstTimestamp: '2022-05-01T10:00:00Z',
  lastTimestamp: '2022-05-01T11:00:00Z',
  count: 3,
  type: 'Normal',
  eventTime: '2022-05-01T10:00:00.000001Z',
  series: { count: 2, lastObservedTime: '2022-05-01T11:00:00.000002Z' },
  action: 'Binding',
  related: { kind: 'Node', name: 'n1' },
  reportingComponent: 'scheduler',
  reportingInstance: 'scheduler-0',
};

const shown = (apiVersion: string) => ({
  kind: 'Event',
  apiVersion,
  metadata,
  eventTime: '2022-05-01T10:00:00.000001Z',
  series: { count: 2, lastObservedTime: '2022-05-01T11:00:00.000002Z' },
  reportingController: 'scheduler',
  reportingInstance: 'scheduler-0',
  action: 'Binding',
  reason: 'Scheduled',
  regarding: pod,
  related: { kind: 'Node', name: 'n1' },
  note: 'Assigned to n1',
  type: 'Normal',
  deprecatedSource: { component: 'scheduler', host: 'n0' },
  deprecatedFirstTimestamp: '2022-05-01T10:00:00Z',
  deprecatedLastTimestamp: '2022-05-01T11:00:00Z',
  deprecatedCount: 3,
});

describe.each(['events.k8s.io/v1', 'events.k8s.io/v1beta1'])('Event of %s', (apiVersion) => {
  it('says under its own names what the stored one says', () => {
    expect(convertExample(stored, apiVersion)).toEqual(shown(apiVersion));
    expect(convertExample(shown(apiVersion), 'v1')).toEqual(stored);
  });

  it('shows an event of the old form, with nothing but its metadata', () => {
    const bare = { kind: 'Event', apiVersion: 'v1', metadata, involvedObject: {} };
    expect(convertExample(bare, apiVersion)).toEqual({
      kind: 'Event',
      apiVersion,
      metadata,
      eventTime: null,
      regarding: {},
      deprecatedSource: {},
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
    });
  });
});
