/** Any method on a subresource that is proxied, such as `exec`. */
import { methodNotAllowed, type RequestTarget, type Status } from '@keelson/meta';

import { sendStatus } from '../respond/send-status.ts';
import { leaveNotes } from './leave-notes.ts';
import { agree, statusStyle } from './representation.ts';
import type { VerbHandler } from './verb.ts';
import { callerOf } from './write-body.ts';

export const connectVerb: VerbHandler = async (exchange, target, context) => {
  const refuse = (status: Status): void => sendStatus(exchange, status, statusStyle(exchange, context));
  const agreed = isRead(target) ? agree(exchange, context) : undefined;
  if (agreed?.ok === false) return sendStatus(exchange, agreed.status);
  const { url, incoming, response, passage } = exchange;
  const admitted = await context.registry.connect(target, {
    query: (parameter) => url.query.all(parameter),
    path: pathBehind(url.path, target),
    caller: callerOf(exchange),
  });
  leaveNotes(exchange, admitted.ok ? admitted.value : admitted);
  if (!admitted.ok) return refuse(admitted.status);
  if (context.connect === undefined) return refuse(methodNotAllowed());
  const { options } = admitted.value;
  passage.endTurn();
  return context.connect({ place: target, options, incoming, response, pace: passage, path: url.path, refuse });
};

/** Answers with objects are negotiated, and so is what takes the place of one. */
function isRead({ resource, subresource }: RequestTarget): boolean {
  const part = subresource === undefined ? undefined : resource.subresources[subresource];
  return part?.kind === 'proxy' && part.servedAs === undefined;
}

/** The rest of the path after the subresource, decoded; a slash at the end counts. */
function pathBehind(path: string, { resource, namespace }: RequestTarget): string {
  const before = (resource.group === '' ? versionOfCore : versionOfGroup) + (namespace === undefined ? 0 : ofNamespace);
  const behind = path
    .slice(1)
    .split('/')
    .slice(before + ofSubresource);
  while (behind.at(-1) === '') behind.pop();
  const joined = decodeURIComponent(behind.join('/'));
  const rooted = joined === '' || joined.startsWith('/') ? joined : `/${joined}`;
  return path.endsWith('/') && !rooted.endsWith('/') ? `${rooted}/` : rooted;
}

/** Segments of `/api/v1`, `/apis/GROUP/VERSION`, `namespaces/NAME` and `PLURAL/NAME/SUBRESOURCE`. */
const versionOfCore = 2;
const versionOfGroup = 3;
const ofNamespace = 2;
const ofSubresource = 3;
