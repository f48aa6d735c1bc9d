/** Event: a report of something that happened in the cluster, kept for a short time. */
import {
  field,
  int32,
  kind,
  message,
  microTime,
  optional,
  required,
  shown,
  string,
  time,
  type TypeOf,
} from '@keelson/schema';

import { EventSource } from '../../core/v1/event-source.ts';
import { ObjectReference } from '../../core/v1/object-reference.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { ObjectMeta } from '../../meta/v1/object-meta.ts';

export const EventSeries = message(
  'io.k8s.api.events.v1.EventSeries',
  {
    count: required(1, int32, { about: 'Occurrences so far.' }),
    lastObservedTime: required(2, microTime, { about: 'When the latest occurrence was seen.' }),
  },
  { about: 'Repetition of the same event.' },
);
export type EventSeries = TypeOf<typeof EventSeries>;

export const Event = kind(
  'io.k8s.api.events.v1.Event',
  {
    metadata: shown(1, ObjectMeta, { about: 'Name, labels, annotations and other details common to all objects.' }),
    eventTime: required(2, microTime, { about: 'When the event was first observed, to the microsecond.' }),
    series: optional(3, EventSeries, { about: 'Repetition data; unset for a single occurrence.' }),
    reportingController: field(4, string, { about: 'Name of the controller that reports the event.' }),
    reportingInstance: field(5, string, { about: 'Instance of that controller; at most 128 characters.' }),
    action: field(6, string, { about: 'What was done or failed, for machines; at most 128 characters.' }),
    reason: field(7, string, { about: 'Why it was done, for machines; at most 128 characters.' }),
    regarding: field(8, ObjectReference, { about: 'The object this event is about.' }),
    related: optional(9, ObjectReference, { about: 'A second object involved, if any.' }),
    note: field(10, string, { about: 'Readable description; at most 1 kB.' }),
    type: field(11, string, { about: 'Normal or Warning.' }),
    deprecatedSource: field(12, EventSource, { about: 'Source of the event in the older core format.' }),
    deprecatedFirstTimestamp: field(13, time, { about: 'First occurrence in the older core format.' }),
    deprecatedLastTimestamp: field(14, time, { about: 'Latest occurrence in the older core format.' }),
    deprecatedCount: field(15, int32, { about: 'Number of occurrences in the older core format.' }),
  },
  { about: 'A report of something that happened in the cluster, kept for a short time.' },
);
export type Event = TypeOf<typeof Event>;

export const EventList = listOf(Event);
export type EventList = TypeOf<typeof EventList>;
