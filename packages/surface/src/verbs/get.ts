/** GET of one object. */
import { sendStatus } from '../respond/send-status.ts';
import { answerObject } from './answer.ts';
import { agree, statusStyle } from './representation.ts';
import type { Verb } from './verb.ts';

export const get: Verb = async (exchange, place, context) => {
  const agreed = agree(exchange, context);
  if (!agreed.ok) return sendStatus(exchange.response, agreed.status);
  const found = await context.registry.get(place, { resourceVersion: exchange.target.query.first('resourceVersion') });
  if (!found.ok) return sendStatus(exchange.response, found.status, statusStyle(exchange, context));
  return answerObject(exchange, context, agreed.agreement, { answer: found.value, code: 200 });
};
