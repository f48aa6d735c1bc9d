/** PATCH, in each of its media types. */
import { failure, type RequestTarget } from '@keelson/meta';
import type { PatchKind } from '@keelson/registry';

import { patchKindOf } from '../negotiate/content-type.ts';
import { hasProtobuf } from '../negotiate/has-protobuf.ts';
import { sendStatus } from '../respond/send-status.ts';
import { answerObject } from './answer.ts';
import { leaveNotes } from './leave-notes.ts';
import { agree, statusStyle } from './representation.ts';
import type { VerbHandler } from './verb.ts';
import { callerOf, readBytes, writeOptions } from './write-body.ts';

const unknownPatch = failure('UnsupportedMediaType', '415: Unsupported Media Type', {});
/** Clients know it so where there is no body whose type could be unknown. */
const noPatch = failure('NotAcceptable', '406: Not Acceptable', {});

/** A strategic merge needs to know how lists are merged, which custom resources state for apply alone. */
function isTaken(target: RequestTarget, kind: PatchKind): boolean {
  return kind !== 'strategic' || hasProtobuf(target);
}

export const patchVerb: VerbHandler = async (exchange, target, context) => {
  const { incoming } = exchange;
  const agreed = agree(exchange, context);
  if (!agreed.ok) return sendStatus(exchange, agreed.status);
  const kind = patchKindOf(incoming.headers['content-type']);
  if (kind === undefined || !isTaken(target, kind)) {
    const hasBody = Number(incoming.headers['content-length'] ?? 0) > 0;
    return sendStatus(exchange, hasBody ? unknownPatch : noPatch, statusStyle(exchange, context));
  }
  const body = await readBytes(exchange, context);
  if (!body.ok) return sendStatus(exchange, body.status, statusStyle(exchange, context));
  const request = { patch: { kind, bytes: body.bytes }, options: writeOptions(exchange), caller: callerOf(exchange) };
  const written = await context.registry.patch(target, request);
  leaveNotes(exchange, written.ok ? written.value : written);
  if (!written.ok) return sendStatus(exchange, written.status, statusStyle(exchange, context));
  return answerObject(exchange, context, agreed.agreement, {
    answer: written.value,
    code: written.value.isCreated ? 201 : 200,
  });
};
