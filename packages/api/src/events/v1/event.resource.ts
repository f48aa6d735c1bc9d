/** Resource declaration of Event in events.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { eventConversion } from './event.conversion.ts';
import { Event, EventList } from './event.ts';
import { groupEventColumns } from './event.columns.ts';
import { eventHooks, eventRequestHooks, eventRules } from './event.rules.ts';

export const events = resource({
  group: 'events.{domain}',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  singular: 'event',
  shortNames: ['ev'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: Event,
  list: EventList,
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'events' },
  conversion: eventConversion,
  fieldSelectors: {
    'regarding.kind': (event) => event.regarding.kind ?? '',
    'regarding.namespace': (event) => event.regarding.namespace ?? '',
    'regarding.name': (event) => event.regarding.name ?? '',
    'regarding.uid': (event) => event.regarding.uid ?? '',
    'regarding.apiVersion': (event) => event.regarding.apiVersion ?? '',
    'regarding.resourceVersion': (event) => event.regarding.resourceVersion ?? '',
    'regarding.fieldPath': (event) => event.regarding.fieldPath ?? '',
    reason: (event) => event.reason ?? '',
    reportingController: (event) => event.reportingController ?? '',
    type: (event) => event.type ?? '',
  },
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  columns: groupEventColumns,
  hooks: eventHooks,
  hooksOfRequests: eventRequestHooks,
  rules: eventRules,
  about: 'A report of something that happened in the cluster, kept for a short time.',
});
