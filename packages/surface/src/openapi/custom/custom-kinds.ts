/** The kinds that the messages of custom resources are known as, and those of the messages that they share with all. */
import { DeleteOptions } from '@keelson/api';
import type { GroupVersionKind, Message, Resource } from '@keelson/schema';

export function customKinds(resources: readonly Resource[]): (message: Message) => readonly GroupVersionKind[] {
  const known = new Map<Message, GroupVersionKind[]>();
  for (const { group, version, kind, message, list } of resources) {
    known.set(message, [{ group, version, kind }]);
    if (list !== undefined) known.set(list, [{ group, version, kind: `${kind}List` }]);
  }
  const [first] = resources;
  const own = first === undefined ? [] : [{ group: first.group, version: first.version, kind: 'DeleteOptions' }];
  const options = [{ group: '', version: 'v1', kind: 'DeleteOptions' }, ...own];
  return (message) => (message === DeleteOptions ? options : (known.get(message) ?? []));
}
