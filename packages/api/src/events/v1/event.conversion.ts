/**
 * Events of events.{domain} and of core/v1, which is stored: the same facts under
 * other names. Events of v1 and v1beta1 have the same fields.
 */
import type { Conversion } from '@keelson/schema';

import type { Event as StoredEvent } from '../../core/v1/event.ts';
import type { Event } from './event.ts';

export const eventConversion: Conversion<Event> = {
  toHub: toStored,
  fromHub: fromStored,
};

function toStored(event: Event): StoredEvent {
  const { regarding, note, deprecatedSource, deprecatedFirstTimestamp, deprecatedLastTimestamp, ...others } = event;
  const { deprecatedCount, reportingController, reportingInstance, series, ...same } = others;
  return {
    ...same,
    involvedObject: regarding,
    ...(note !== undefined && { message: note }),
    source: deprecatedSource,
    firstTimestamp: deprecatedFirstTimestamp,
    lastTimestamp: deprecatedLastTimestamp,
    ...(deprecatedCount !== undefined && { count: deprecatedCount }),
    ...(series && { series: countedOnce(series) }),
    reportingComponent: reportingController ?? '',
    reportingInstance: reportingInstance ?? '',
  };
}

function fromStored(event: StoredEvent): Event {
  const { involvedObject, message, source, firstTimestamp, lastTimestamp, count, ...others } = event;
  const { reportingComponent, reportingInstance, series, ...same } = others;
  return {
    ...same,
    ...(series && { series: { ...series, count: series.count ?? 0 } }),
    ...(reportingComponent !== '' && { reportingController: reportingComponent }),
    ...(reportingInstance !== '' && { reportingInstance }),
    regarding: involvedObject,
    ...(message !== undefined && { note: message }),
    deprecatedSource: source,
    deprecatedFirstTimestamp: firstTimestamp,
    deprecatedLastTimestamp: lastTimestamp,
    ...(count !== undefined && { deprecatedCount: count }),
  };
}

/** A count of none is shown in one form and left out in the other. */
function countedOnce({ count, ...series }: NonNullable<Event['series']>): NonNullable<StoredEvent['series']> {
  return count === 0 ? series : { count, ...series };
}
