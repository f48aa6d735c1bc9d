/** The kinds that a scheme knows a message as, for `x-kubernetes-group-version-kind`. */
import type { Message } from '../language/descriptor.ts';
import type { GroupVersionKind } from '../language/group-version-kind.ts';
import type { KnownKind } from '../scheme/scheme.ts';

export function kindsOfMessages(kinds: Iterable<KnownKind>): (message: Message) => readonly GroupVersionKind[] {
  const byMessage = new Map<Message, GroupVersionKind[]>();
  for (const { group, version, kind, message } of kinds) {
    const known = byMessage.get(message);
    if (known === undefined) byMessage.set(message, [{ group, version, kind }]);
    else known.push({ group, version, kind });
  }
  return (message) => byMessage.get(message) ?? [];
}
