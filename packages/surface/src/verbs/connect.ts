/** Any method on a subresource that is proxied, such as `exec`: plugins are asked, and nothing is there to connect to. */
import type { RequestTarget } from '@keelson/meta';

import { sendStatus } from '../respond/send-status.ts';
import { leaveNotes } from './leave-notes.ts';
import { statusStyle } from './representation.ts';
import type { VerbHandler } from './verb.ts';
import { callerOf } from './write-body.ts';

/** Of those that say what their connections are asked for. */
export function isConnection({ resource, subresource, name }: RequestTarget): boolean {
  const part = subresource === undefined ? undefined : resource.subresources[subresource];
  return name !== undefined && part?.kind === 'proxy' && part.servedAs !== undefined;
}

export const connectVerb: VerbHandler = async (exchange, target, context) => {
  const { query, path } = exchange.url;
  const { name = '', subresource = '' } = target;
  const before = `/${name}/${subresource}`;
  const refused = await context.registry.connect(target, {
    query: (parameter) => query.all(parameter),
    path: path.slice(path.indexOf(before) + before.length),
    caller: callerOf(exchange),
  });
  leaveNotes(exchange, refused.ok ? {} : refused);
  if (!refused.ok) sendStatus(exchange, refused.status, statusStyle(exchange, context));
};
