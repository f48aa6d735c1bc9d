/** POST to a collection, or to a subresource that makes something. */
import { sendStatus } from '../respond/send-status.ts';
import { bodyFormatAt, bodyTypesOf } from '../negotiate/content-type.ts';
import { answerObject } from './answer.ts';
import { leaveNotes } from './leave-notes.ts';
import { agree, statusStyle } from './representation.ts';
import type { VerbHandler } from './verb.ts';
import { callerOf, readBytes, unsupported, writeOptions } from './write-body.ts';

export const createVerb: VerbHandler = async (exchange, target, context) => {
  const { incoming } = exchange;
  const agreed = agree(exchange, context);
  if (!agreed.ok) return sendStatus(exchange, agreed.status);
  const format = bodyFormatAt(target, incoming.headers['content-type']);
  if (format === undefined) {
    return sendStatus(exchange, unsupported(bodyTypesOf(target)).status, statusStyle(exchange, context));
  }
  const body = await readBytes(exchange, context);
  if (!body.ok) return sendStatus(exchange, body.status, statusStyle(exchange, context));
  const request = { body: { format, bytes: body.bytes }, options: writeOptions(exchange), caller: callerOf(exchange) };
  const made = await context.registry.create(target, request);
  leaveNotes(exchange, made.ok ? made.value : made);
  if (!made.ok) return sendStatus(exchange, made.status, statusStyle(exchange, context));
  return answerObject(exchange, context, agreed.agreement, { answer: made.value, code: 201 });
};
