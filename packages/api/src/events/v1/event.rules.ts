/** The rules for events of this version: those for all events, and that nothing of the old form is used. */
import { timeValue, validateObjectMeta, validateObjectMetaUpdate } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { eventRules as commonRules, validateEvent, type EventView } from '../../core/v1/event.rules.ts';
import type { Event as StoredEvent } from '../../core/v1/event.ts';
import { bannedOwners } from '../../meta/v1/banned-owners.ts';
import { isSame } from '../../rules/is-same.ts';
import { eventConversion } from './event.conversion.ts';
import type { Event } from './event.ts';

export const eventRules = [
  ...commonRules,
  'eventTime is given, and type is Normal or Warning.',
  'A series counts at least 2 and has a lastObservedTime.',
  'None of the deprecated fields is set.',
  'Only the series and the metadata change.',
];

/** A new event is held to the newer form; so is each change. Paths are the names that storage has for things. */
export const eventHooks: ResourceHooks<Event> = {
  validateCreate(event, report) {
    validateEvent(viewOf(event), 'reportingController', report);
    validateStrictly(event, report);
  },
  validateUpdate(event, old, report) {
    validateEvent(viewOf(event), 'reportingController', report);
    validateKept(event, old, report);
  },
};

function validateStrictly(event: Event, report: Report): void {
  validateSeries(event, report);
  validateForm(event, report);
}

function validateKept(event: Event, old: Event, report: Report): void {
  if (!isSame(event.series, old.series)) validateSeries(event, report);
  for (const [key, path] of fixedFields) {
    if (!isSame(event[key], old[key])) report.invalid(path, shownValue(event, key), 'field is immutable');
  }
}

/** The older version asks for nothing beyond what all events have to be. */
export const olderEventHooks: ResourceHooks<Event> = {
  validateCreate: (event, report) => validateEvent(viewOf(event), 'reportingController', report),
  validateUpdate: (event, _old, report) => validateEvent(viewOf(event), 'reportingController', report),
};

/** The same for requests, in which objects have the stored form. The strict version has the rules of metadata as well. */
export const eventRequestHooks: ResourceHooks<StoredEvent> = {
  validateCreate(stored, report) {
    const event = fromStored(stored);
    validateEvent(viewOf(event), 'reportingController', report);
    report.within('metadata', () => validateObjectMeta(stored.metadata, metadataRules, report));
    validateStrictly(event, report);
  },
  validateUpdate(stored, old, report) {
    const event = fromStored(stored);
    validateEvent(viewOf(event), 'reportingController', report);
    report.within('metadata', () => validateObjectMetaUpdate(stored.metadata, old.metadata, metadataRules, report));
    validateKept(event, fromStored(old), report);
  },
};

export const olderEventRequestHooks: ResourceHooks<StoredEvent> = {
  validateCreate: (event, report) => olderEventHooks.validateCreate?.(fromStored(event), report),
  validateUpdate: (event, old, report) => olderEventHooks.validateUpdate?.(fromStored(event), fromStored(old), report),
};

const metadataRules = { isNamespaced: true, bannedOwners };

function fromStored(event: StoredEvent): Event {
  return eventConversion.fromHub(event as never) as Event;
}

const fixedFields = [
  ['regarding', 'involvedObject'],
  ['reason', 'reason'],
  ['note', 'message'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
  // A second time, as clients see it.
  ['reason', 'reason'],
  ['type', 'type'],
  ['eventTime', 'eventTime'],
  ['action', 'action'],
  ['related', 'related'],
  ['reportingController', 'reportingController'],
  ['reportingInstance', 'reportingInstance'],
] as const satisfies readonly (readonly [keyof Event, string])[];

/** A field that is not set shows what is stored for it. */
function shownValue(event: Event, key: (typeof fixedFields)[number][0]): unknown {
  switch (key) {
    case 'regarding':
    case 'related':
    case 'deprecatedSource':
      return event[key] ?? null;
    case 'eventTime':
    case 'deprecatedFirstTimestamp':
    case 'deprecatedLastTimestamp':
      return timeValue(event[key]);
    case 'deprecatedCount':
      return event[key] ?? 0;
    case 'reason':
    case 'note':
    case 'type':
    case 'action':
    case 'reportingController':
    case 'reportingInstance':
      return event[key] ?? '';
  }
}

function viewOf(event: Event): EventView {
  return {
    namespace: event.metadata.namespace ?? '',
    eventTime: event.eventTime,
    aboutNamespace: event.regarding.namespace ?? '',
    controller: event.reportingController ?? '',
    instance: event.reportingInstance ?? '',
    action: event.action ?? '',
    reason: event.reason ?? '',
    message: event.note ?? '',
  };
}

function validateSeries({ series }: Event, report: Report): void {
  if (series === undefined) return;
  if (series.count < 2) report.invalid('series.count', '', 'should be at least 2');
  if (series.lastObservedTime === null) report.required('series.lastObservedTime');
}

function validateForm(event: Event, report: Report): void {
  const { type = '' } = event;
  if (event.eventTime === null) report.required('eventTime');
  if (type !== 'Normal' && type !== 'Warning') report.invalid('type', '', `has invalid value: ${type}`);
  validateNothingOld(event, report);
}

function validateNothingOld(event: Event, report: Report): void {
  const { deprecatedSource: source, deprecatedCount = 0 } = event;
  const unset = 'needs to be unset';
  if (event.deprecatedFirstTimestamp !== null) report.invalid('firstTimestamp', '', unset);
  if (event.deprecatedLastTimestamp !== null) report.invalid('lastTimestamp', '', unset);
  if (deprecatedCount !== 0) report.invalid('count', '', unset);
  if ((source.component ?? '') !== '' || (source.host ?? '') !== '') report.invalid('source', '', unset);
}
