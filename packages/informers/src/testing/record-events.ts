/**
 * An event handler that writes down what it is told, and what cannot be true of it: an addition of what it knows, a
 * change or deletion of what it does not know or knows otherwise, a revision below one that it was told of.
 */
import type { CachedObject } from '../objects/cached-object.ts';
import type { ResourceEventHandler } from '../informer/resource-event-handler.ts';

export interface RecordedEvents<T> {
  readonly handler: ResourceEventHandler<T>;
  /** `add a`, `update a`, `delete a`; an addition that is not of the beginning has a mark: `add! a`. */
  readonly events: string[];
  readonly faults: readonly string[];
  /** By name: the revision that it was told of last. */
  state(): ReadonlyMap<string, number>;
}

export function recordEvents<T>(): RecordedEvents<T> {
  const known = new Map<string, CachedObject<T>>();
  const events: string[] = [];
  const faults: string[] = [];
  const expectKnown = (object: CachedObject<T> | undefined, what: string): void => {
    const isSame = object?.version.value.equals(known.get(object.name)?.version.value ?? Buffer.of()) ?? false;
    if (!isSame) faults.push(`${what} is not what it was told`);
  };
  const take = (object: CachedObject<T>): void => {
    const before = known.get(object.name)?.version.revision ?? 0;
    if (object.version.revision <= before) faults.push(`${object.name} goes back to ${object.version.revision}`);
    known.set(object.name, object);
  };
  return {
    handler: {
      onAdd: (object, { isInitial }) => {
        events.push(`${isInitial ? 'add' : 'add!'} ${object.name}`);
        if (known.has(object.name)) faults.push(`${object.name} is added twice`);
        take(object);
      },
      onUpdate: (old, object) => {
        events.push(`update ${object.name}`);
        expectKnown(old, `the old ${old.name}`);
        take(object);
      },
      onDelete: (last) => {
        events.push(`delete ${last.name}`);
        expectKnown(last, `the last ${last.name}`);
        known.delete(last.name);
      },
    },
    events,
    faults,
    state: () => new Map([...known].map(([name, { version }]) => [name, version.revision])),
  };
}
