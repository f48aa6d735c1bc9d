/** Event, declared as v1 has it. */
import { inVersion, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { Event as Later } from '../v1/event.ts';

export const Event = inVersion(Later, 'v1beta1');
export type Event = TypeOf<typeof Event>;

export const EventList = listOf(Event);
export type EventList = TypeOf<typeof EventList>;
