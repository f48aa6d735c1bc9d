/** The component and host that reported an event. */
import { field, message, string, type TypeOf } from '@keelson/schema';

export const EventSource = message(
  'io.k8s.api.core.v1.EventSource',
  {
    component: field(1, string, { about: 'Component that reports it.' }),
    host: field(2, string, { about: 'Node it is reported from.' }),
  },
  { about: 'Who reports an event.' },
);
export type EventSource = TypeOf<typeof EventSource>;
