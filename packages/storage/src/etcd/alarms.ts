/** The alarms of a cluster, from the status of any member, which reports those of all members. */
import type { StorageAlarm } from '../contract/storage.ts';

const kinds = { NOSPACE: 'outOfSpace', CORRUPT: 'damaged' } as const;

/** `errors` of a Status: texts such as `memberID:8925027824743593106 alarm:NOSPACE `. Others, as of a lost leader, are no alarms. */
export function alarmsOf(errors: readonly string[]): readonly StorageAlarm[] {
  const found = new Set<StorageAlarm>();
  for (const text of errors) {
    const name = /alarm:(NOSPACE|CORRUPT)/.exec(text)?.[1];
    if (name !== undefined) found.add(kinds[name as keyof typeof kinds]);
  }
  return [...found];
}
