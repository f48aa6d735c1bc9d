/** Event: a report of something that happened to an object; kept for a limited time. */
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

import { listOf } from '../../meta/v1/list-of.ts';
import { ObjectMeta } from '../../meta/v1/object-meta.ts';
import { EventSource } from './event-source.ts';
import { ObjectReference } from './object-reference.ts';

export const EventSeries = message(
  'io.k8s.api.core.v1.EventSeries',
  {
    count: field(1, int32, { about: 'Occurrences so far.' }),
    lastObservedTime: field(2, microTime, { about: 'Time of the latest occurrence.' }),
  },
  { about: 'How an event repeats.' },
);
export type EventSeries = TypeOf<typeof EventSeries>;

export const Event = kind(
  'io.k8s.api.core.v1.Event',
  {
    metadata: required(1, ObjectMeta, { about: 'Standard object metadata.' }),
    involvedObject: required(2, ObjectReference, { about: 'Object the event is about.' }),
    reason: field(3, string, { about: 'Short CamelCase cause, such as FailedScheduling.' }),
    message: field(4, string, { about: 'Human-readable account of what happened.' }),
    source: field(5, EventSource, { about: 'Component that reports the event; superseded by `reportingComponent`.' }),
    firstTimestamp: field(6, time, { about: 'Time it was first seen.' }),
    lastTimestamp: field(7, time, { about: 'Time it was last seen.' }),
    count: field(8, int32, { about: 'How often it was seen.' }),
    type: field(9, string, { about: 'Weight of the event: Normal or Warning; more may come.' }),
    eventTime: field(10, microTime, {
      about: 'Time it was first seen, to the microsecond; null for events of the old form.',
    }),
    series: optional(11, EventSeries, { about: 'Count and last time, if it repeats; unset for a single occurrence.' }),
    action: field(12, string, { about: 'What was done or failed regarding the object, in one word.' }),
    related: optional(13, ObjectReference, { about: 'Second object involved in the action.' }),
    reportingComponent: shown(14, string, {
      about: 'Controller that reports the event, such as kubernetes.io/kubelet.',
    }),
    reportingInstance: shown(15, string, { about: 'Instance of that controller, such as a pod or node name.' }),
  },
  { about: 'A remark on something that happened to an object; kept for a limited time.' },
);
export type Event = TypeOf<typeof Event>;

export const EventList = listOf(Event);
export type EventList = TypeOf<typeof EventList>;
