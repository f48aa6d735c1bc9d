/** PATCH, in each of its media types. */
import { failure, unsupportedMediaType, type Status } from '@keelson/meta';

import { customPatchTypes, patchKindOf } from '../negotiate/content-type.ts';
import { sendStatus } from '../respond/send-status.ts';
import { answerObject } from './answer.ts';
import { leaveNotes } from './leave-notes.ts';
import { agree, statusStyle } from './representation.ts';
import type { VerbHandler } from './verb.ts';
import { callerOf, readBytes, writeOptions } from './write-body.ts';

const unknownPatch = failure('UnsupportedMediaType', '415: Unsupported Media Type', {});
/** Clients know it so where there is no body whose type could be unknown. */
const noPatch = failure('NotAcceptable', '406: Not Acceptable', {});

const unknownCustomPatch = unsupportedMediaType(customPatchTypes);

/** The refusal of a patch of no known type. */
function refusePatch(isCustom: boolean, contentLength: string | undefined): Status {
  if (isCustom) return unknownCustomPatch;
  return Number(contentLength ?? 0) > 0 ? unknownPatch : noPatch;
}

export const patchVerb: VerbHandler = async (exchange, target, context) => {
  const { incoming } = exchange;
  const agreed = agree(exchange, context);
  if (!agreed.ok) return sendStatus(exchange, agreed.status);
  const kind = patchKindOf(incoming.headers['content-type']);
  const isCustom = target.resource.custom !== undefined;
  if (kind === undefined || (isCustom && kind === 'strategic')) {
    const refusal = refusePatch(isCustom, incoming.headers['content-length']);
    return sendStatus(exchange, refusal, statusStyle(exchange, context));
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
