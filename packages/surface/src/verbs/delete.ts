/** DELETE of one object, or of all that a list would show. */
import type { Status } from '@keelson/meta';
import type { DeleteRequest } from '@keelson/registry';

import type { Exchange } from '../exchange/exchange.ts';
import { mediaTypes } from '../negotiate/accept.ts';
import { bodyFormatOf, bodyTypes } from '../negotiate/content-type.ts';
import { noteStatus } from '../respond/reply.ts';
import { encodeStatus, sendStatus } from '../respond/send-status.ts';
import { answerObject } from './answer.ts';
import { answerList, listOptions } from './list.ts';
import { leaveNotes } from './leave-notes.ts';
import { agree, statusStyle, type Agreement } from './representation.ts';
import type { VerbContext } from '../exchange/verb-context.ts';
import type { VerbHandler } from './verb.ts';
import { callerOf, dryRunOf, readBytes, unsupported } from './write-body.ts';

export const deleteVerb: VerbHandler = async (exchange, target, context) => {
  const prepared = await prepare(exchange, context);
  if (prepared === undefined) return;
  const style = statusStyle(exchange, context);
  const deleted = await context.registry.delete(target, prepared.request);
  leaveNotes(exchange, deleted.ok ? deleted.value : deleted);
  if (!deleted.ok) return sendStatus(exchange, deleted.status, style);
  const code = deleted.value.isAccepted ? 202 : 200;
  if (deleted.value.kind === 'object') {
    return answerObject(exchange, context, prepared.agreement, { answer: deleted.value.answer, code });
  }
  noteStatus(exchange, deleted.value.status);
  const bytes = encodeStatus(deleted.value.status, style);
  exchange.response.writeHead(code, { 'Content-Type': mediaTypes[style.encoding], 'Content-Length': bytes.length });
  exchange.response.end(bytes);
};

/** Answers with a list of what was deleted. */
export const deleteCollectionVerb: VerbHandler = async (exchange, target, context) => {
  const prepared = await prepare(exchange, context);
  if (prepared === undefined) return;
  const deleted = await context.registry.deleteCollection(target, prepared.request, listOptions(exchange));
  leaveNotes(exchange, deleted.ok ? deleted.value : deleted);
  if (!deleted.ok) return sendStatus(exchange, deleted.status, statusStyle(exchange, context));
  return answerList(exchange, context, prepared.agreement, deleted.value);
};

/** The options of a delete are small. They are read on this thread, whatever is deleted. */
const optionsBytes = 64 * 1024;

interface Prepared {
  readonly agreement: Agreement;
  readonly request: DeleteRequest;
}

/** Undefined where the request was refused already. */
async function prepare(exchange: Exchange, context: VerbContext): Promise<Prepared | undefined> {
  const { incoming, url } = exchange;
  const agreed = agree(exchange, context);
  const refuse = (status: Status): void => {
    sendStatus(exchange, status, agreed.ok ? statusStyle(exchange, context) : undefined);
  };
  if (!agreed.ok) {
    refuse(agreed.status);
    return;
  }
  const body = await readBytes(exchange, context, Math.min(context.bodyLimitBytes, optionsBytes));
  if (!body.ok) {
    refuse(body.status);
    return;
  }
  const format = bodyFormatOf(incoming.headers['content-type']);
  if (format === undefined && body.bytes.length > 0) {
    refuse(unsupported(bodyTypes).status);
    return;
  }
  const { query } = url;
  const request = {
    ...(format !== undefined && body.bytes.length > 0 && { body: { format, bytes: body.bytes } }),
    options: {
      dryRun: dryRunOf(query),
      gracePeriodSeconds: query.first('gracePeriodSeconds'),
      orphanDependents: query.first('orphanDependents'),
      propagationPolicy: query.first('propagationPolicy'),
      timeout: query.first('timeout'),
      uid: query.first('uid'),
      resourceVersion: query.first('resourceVersion'),
    },
    caller: callerOf(exchange),
  };
  return { agreement: agreed.agreement, request };
}
