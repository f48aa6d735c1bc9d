/** Create, at any place: an object, an order about one, or a question. */
import type { Outcome, Place, WriteAnswer, WriteRequest } from '../contract.ts';
import { requireVerb } from '../subresources/ability.ts';
import { carryOutOrder } from '../subresources/order.ts';
import { answerQuestion } from '../subresources/question.ts';
import { createObject } from './create.ts';
import { planWriting } from './plan-writing.ts';
import type { VerbParts } from './verb-parts.ts';

/** Rejects as the store fails. */
export async function createInPlace(
  verbs: VerbParts,
  place: Place,
  request: WriteRequest,
): Promise<Outcome<WriteAnswer>> {
  const able = requireVerb(place, 'create');
  if (!able.ok) return able;
  const { parts, stores } = verbs;
  const store = stores.of(place.resource);
  const isOrder = able.value?.carryOut !== undefined || able.value?.deletes !== undefined;
  if (store === undefined || (place.subresource !== undefined && !isOrder)) {
    return answerQuestion(parts, verbs.answerQuestion, place, request);
  }
  const { options, caller } = request;
  const writing = planWriting(parts, store, place, { kind: 'CreateOptions', options, caller });
  if (!writing.ok) return writing;
  return able.value === undefined
    ? createObject(writing.value, request)
    : carryOutOrder(writing.value, able.value, request);
}
