/** Table columns of Event in core/v1. */
import { eventColumns } from '../../printing/event-columns.ts';
import type { Event } from './event.ts';

export const coreEventColumns = eventColumns<Event>((event) => ({
  name: event.metadata.name ?? '',
  type: event.type ?? '',
  reason: event.reason ?? '',
  message: event.message ?? '',
  kind: event.involvedObject.kind ?? '',
  objectName: event.involvedObject.name ?? '',
  fieldPath: event.involvedObject.fieldPath ?? '',
  component: event.source.component ?? event.reportingComponent,
  instance: event.source.host ?? event.reportingInstance,
  count: event.count ?? 0,
  firstTime: event.firstTimestamp,
  lastTime: event.lastTimestamp,
  eventTime: event.eventTime,
  series: event.series,
}));
