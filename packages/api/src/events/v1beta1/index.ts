/** API version events.{domain}/v1beta1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { events } from './event.resource.ts';

export const eventsV1beta1: ApiVersion = {
  group: 'events.{domain}',
  version: 'v1beta1',
  resources: [events],
  kinds: [],
};
