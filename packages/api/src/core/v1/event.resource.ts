/** Resource declaration of Event in v1. */
import { pathSegmentNameRule } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { Event, EventList } from './event.ts';
import { coreEventColumns } from './event.columns.ts';
import { eventHooks, eventRules } from './event.rules.ts';

export const events = resource({
  group: '',
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
  fieldSelectors: {
    'involvedObject.kind': (event) => event.involvedObject.kind ?? '',
    'involvedObject.namespace': (event) => event.involvedObject.namespace ?? '',
    'involvedObject.name': (event) => event.involvedObject.name ?? '',
    'involvedObject.uid': (event) => event.involvedObject.uid ?? '',
    'involvedObject.apiVersion': (event) => event.involvedObject.apiVersion ?? '',
    'involvedObject.resourceVersion': (event) => event.involvedObject.resourceVersion ?? '',
    'involvedObject.fieldPath': (event) => event.involvedObject.fieldPath ?? '',
    reason: (event) => event.reason ?? '',
    reportingComponent: (event) => event.reportingComponent,
    source: (event) => event.source.component ?? event.reportingComponent,
    type: (event) => event.type ?? '',
  },
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  expires: true,
  columns: coreEventColumns,
  nameRule: pathSegmentNameRule,
  hasOpenFinalizers: true,
  metadataChecks: { isLast: true, ofUpdate: [] },
  hooks: eventHooks,
  rules: eventRules,
  about: 'A remark on something that happened to an object; kept for a limited time.',
});
