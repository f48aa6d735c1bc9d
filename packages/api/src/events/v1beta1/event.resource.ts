/** Resource declaration of Event in events.{domain}/v1beta1. */
import { pathSegmentNameRule } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { eventConversion } from '../v1/event.conversion.ts';
import { Event, EventList } from './event.ts';
import { eventRules } from '../../core/v1/event.rules.ts';
import { groupEventColumns } from '../v1/event.columns.ts';
import { olderEventHooks, olderEventRequestHooks } from '../v1/event.rules.ts';

export const events = resource({
  group: 'events.{domain}',
  version: 'v1beta1',
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
  nameRule: pathSegmentNameRule,
  hooks: olderEventHooks,
  hooksOfRequests: olderEventRequestHooks,
  rules: eventRules,
  about: 'A report of something that happened in the cluster, kept for a short time.',
});
