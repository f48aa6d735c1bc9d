/** The table of events, which is one for all their versions. */
import type { Column } from '@keelson/schema';

import { printAge } from './age.ts';

/** A view of an event that is independent of the field names of its version. */
export interface PrintedEvent {
  readonly name: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly kind: string;
  readonly objectName: string;
  readonly fieldPath: string;
  readonly component: string;
  readonly instance: string;
  readonly count: number;
  readonly firstTime: string | null;
  readonly lastTime: string | null;
  readonly eventTime: string | null;
  readonly series?: { readonly count?: number; readonly lastObservedTime: string | null } | undefined;
}

export function eventColumns<T>(read: (event: T) => PrintedEvent): readonly Column<T>[] {
  const text = (name: string, about: string, print: (event: PrintedEvent) => string, priority = 0): Column<T> => {
    return { name, type: 'string', priority, about, cell: (event) => print(read(event)) };
  };
  return [
    {
      name: 'Last Seen',
      type: 'string',
      about: 'Time since it was last seen.',
      cell: (event, { now }) => printAge(lastSeen(read(event)), now),
    },
    text('Type', 'How much it matters: Normal or Warning.', ({ type }) => type),
    text('Reason', 'Why it happened, for machines.', ({ reason }) => reason),
    text('Object', 'Kind and name of the object it is about.', printObject),
    text('Subobject', 'The part of the object it is about.', ({ fieldPath }) => fieldPath, 1),
    text('Source', 'Who reports it, and where.', printSource, 1),
    text('Message', 'What happened.', ({ message }) => message.trim()),
    {
      name: 'First Seen',
      type: 'string',
      priority: 1,
      about: 'Time since it was first seen.',
      cell: (event, { now }) => printAge(firstSeen(read(event)), now),
    },
    {
      name: 'Count',
      type: 'string',
      priority: 1,
      about: 'How often it was seen.',
      cell: (event) => timesSeen(read(event)),
    },
    { ...text('Name', 'Unique among the events of a namespace.', ({ name }) => name, 1), format: 'name' },
  ];
}

function firstSeen({ firstTime, eventTime }: PrintedEvent): string | null {
  return firstTime ?? eventTime;
}

function lastSeen(event: PrintedEvent): string | null {
  return event.series === undefined ? (event.lastTime ?? firstSeen(event)) : event.series.lastObservedTime;
}

/** A single event need not say that it is one. */
function timesSeen({ series, count }: PrintedEvent): number {
  if (series !== undefined) return series.count ?? 0;
  return count === 0 ? 1 : count;
}

function printObject({ kind, objectName }: PrintedEvent): string {
  return objectName === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${objectName}`;
}

function printSource({ component, instance }: PrintedEvent): string {
  return instance === '' ? component : `${component}, ${instance}`;
}
