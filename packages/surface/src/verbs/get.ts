/** GET of one object. */

import { when } from '@keelson/telemetry';

import { sendStatus } from '../respond/send-status.ts';
import { answerObject } from './answer.ts';
import { agree, statusStyle } from './representation.ts';
import type { VerbHandler } from './verb.ts';

export const getVerb: VerbHandler = (exchange, target, context) => {
  const agreed = agree(exchange, context);
  if (!agreed.ok) return sendStatus(exchange, agreed.status);
  const asked = { resourceVersion: exchange.url.query.first('resourceVersion') };
  return when(context.registry.get(target, asked), (found) => {
    if (!found.ok) return sendStatus(exchange, found.status, statusStyle(exchange, context));
    return answerObject(exchange, context, agreed.agreement, { answer: found.value, code: 200 });
  });
};
