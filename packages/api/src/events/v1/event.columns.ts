/** Table columns of Event, in all versions of this group. */
import { eventColumns } from '../../printing/event-columns.ts';
import type { Event } from './event.ts';

export const groupEventColumns = eventColumns<Event>((event) => ({
  name: event.metadata.name ?? '',
  type: event.type ?? '',
  reason: event.reason ?? '',
  message: event.note ?? '',
  kind: event.regarding.kind ?? '',
  objectName: event.regarding.name ?? '',
  fieldPath: event.regarding.fieldPath ?? '',
  ...readSource(event),
  count: event.deprecatedCount ?? 0,
  firstTime: event.deprecatedFirstTimestamp,
  lastTime: event.deprecatedLastTimestamp,
  eventTime: event.eventTime,
  series: event.series,
}));

/** Events of the old form say it in one field, newer ones in two. */
function readSource(event: Event) {
  const { component, host } = event.deprecatedSource;
  return {
    component: component ?? event.reportingController ?? '',
    instance: host ?? event.reportingInstance ?? '',
  };
}
