/** Create, at any place: an object, an order about one, or a question. */
import type { RequestTarget } from '@keelson/meta';
import type { Subresource } from '@keelson/schema';

import type { Outcome, WriteAnswer, WriteRequest } from '../contract.ts';
import { notCarriedOut, requireVerb } from '../subresources/ability.ts';
import { carryOutOrder } from '../subresources/order.ts';
import { answerQuestion } from '../subresources/question.ts';
import { createObject } from './create.ts';
import { planWriting } from './plan-writing.ts';
import type { VerbParts } from './verb-parts.ts';

/** Rejects as the store fails. */
export async function createInPlace(
  verbs: VerbParts,
  place: RequestTarget,
  request: WriteRequest,
): Promise<Outcome<WriteAnswer>> {
  const able = requireVerb(place, 'create');
  if (!able.ok) return able;
  const { parts, stores } = verbs;
  const store = stores.of(place.resource);
  const subresource = able.value;
  if (isQuestion(place, subresource)) return answerQuestion(parts, verbs.answerQuestion, place, request);
  if (store === undefined || !(subresource === undefined || isOrder(subresource)))
    return notCarriedOut(place, 'create');
  const { options, caller } = request;
  const writing = planWriting(parts, store, place, { kind: 'CreateOptions', options, caller });
  if (!writing.ok) return writing;
  return subresource === undefined
    ? createObject(writing.value, request)
    : carryOutOrder(writing.value, subresource, request);
}

function isQuestion({ resource }: RequestTarget, subresource: Subresource | undefined): boolean {
  return subresource === undefined ? resource.asks !== undefined : subresource.issuesTokens === true;
}

function isOrder({ carryOut, deletes }: Subresource): boolean {
  return carryOut !== undefined || deletes !== undefined;
}
