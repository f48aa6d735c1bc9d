/** How events.{domain}/v1beta1 serves Event objects. */
import { allVerbs, resource } from '@keelson/schema';

import { Event, EventList } from './event.ts';

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
  storage: { group: '', version: 'v1' },
  storagePrefix: 'events',
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
  lifecycle: { introduced: '1.8', deprecated: '1.22', removed: '1.25' },
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  about: 'A report of something that happened in the cluster, kept for a short time.',
});
