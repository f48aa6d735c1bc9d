/** API version events.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { events } from './event.resource.ts';

export const eventsV1: ApiVersion = {
  group: 'events.{domain}',
  version: 'v1',
  resources: [events],
  kinds: [],
};
