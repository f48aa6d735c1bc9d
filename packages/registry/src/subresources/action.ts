/**
 * Subresource actions, such as binding and eviction: the posted object is not stored; it changes or
 * deletes its target.
 */
import { Status as StatusMessage } from '@keelson/api';
import { budgetExhausted, conflict, notFound, type RequestTarget, success, unexplained } from '@keelson/meta';
import { encodeJson } from '@keelson/schema';
import type { ActionSubresource, EvictionBudgets, EvictionSubresource } from '@keelson/schema';

import { deleteObject, type Deleting } from '../delete/delete-object.ts';
import type { Form, Outcome, WriteAnswer, WriteRequest } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import { bodyFormOf, groupResourceOf } from '../objects/form.ts';
import { readBody } from '../objects/read-body.ts';
import { plainVersion } from '../objects/stored-object.ts';
import { readDeleteOptions } from '../options/delete-plan.ts';
import { done, refused } from '../outcome.ts';
import type { Stores } from '../resources/stores.ts';
import { targetOf } from '../write/answer.ts';
import { commit } from '../write/commit.ts';
import type { Change } from '../write/commit.ts';
import { matchNamespace } from '../write/match-place.ts';
import type { Writing } from '../write/writing.ts';
import { admitPosted } from './admit-posted.ts';
import { spendBudget } from './spend-budget.ts';

/** `postedTo`: where the action was posted, and is admitted. Without a name there, it names the object itself. Rejects as the store fails. */
export async function performAction(
  writing: Writing,
  { check, perform }: ActionSubresource,
  request: WriteRequest,
  postedTo = writing.place,
): Promise<Outcome<WriteAnswer>> {
  const asked = { ...writing, place: postedTo };
  const posted = readAction(asked, request);
  const read = posted.ok ? await admitPosted(asked, posted.value) : posted;
  if (!read.ok) return read;
  const wrong = check?.(read.value as never);
  if (wrong !== undefined) return refused(unexplained(wrong.message));
  const { parts } = writing;
  const name = postedTo.name ?? read.value.metadata.name ?? '';
  const place = { ...writing.place, name };
  const changed = await commit(targetOf({ ...writing, place }), (current): Promise<Outcome<Change>> => {
    const of = groupResourceOf(place.resource);
    if (current === undefined) return Promise.resolve(refused(notFound(of, name)));
    const object = structuredClone(current.object);
    const fault = perform(object as never, read.value as never, timeText(parts.now()));
    if (fault === undefined) return Promise.resolve(done({ kind: 'write', object }));
    const status =
      fault.reason === 'conflict' ? conflict(inPlace(place, of), name, fault.message) : unexplained(fault.message);
    return Promise.resolve(refused(status));
  });
  return changed.ok ? done(succeeded(writing)) : changed;
}

/**
 * Deletes the object with the options in the posted one, where its budget allows that. Rejects as the store fails.
 */
export async function evict(
  writing: Writing,
  stores: Stores,
  { deleteOptionsOf, budgets }: EvictionSubresource,
  request: WriteRequest,
): Promise<Outcome<WriteAnswer>> {
  const posted = readAction(writing, request);
  const eviction = posted.ok ? await admitPosted(writing, posted.value) : posted;
  if (!eviction.ok) return eviction;
  const { parts, store, place, plan, caller } = writing;
  const read = readDeleteOptions(deleteOptionsOf(eviction.value as never), parts.scheme.domain);
  if (!read.ok) return read;
  const { subresource: _, ...whole } = place;
  const deletion = { ...read.value, isDryRun: plan.isDryRun || read.value.isDryRun };
  const deleting = { parts, store, place: whole, plan: deletion, caller, isAdmitted: true };
  for (let round = 1; ; round += 1) {
    const { deleted, isStale } = await deleteWithin(deleting, stores, budgets);
    if (!isStale || round === evictionRounds) return deleted.ok ? done(succeeded(writing)) : deleted;
  }
}

/** Of an object that nobody misses yet, and that changes all the time. */
const evictionRounds = 20;

interface DeletedWithin {
  readonly deleted: Outcome<unknown>;
  /** The object changed after it was found to need no budget: the eviction is decided again. */
  readonly isStale: boolean;
}

async function deleteWithin(deleting: Deleting, stores: Stores, budgets: EvictionBudgets): Promise<DeletedWithin> {
  const { parts, store, place, plan } = deleting;
  const sure = (deleted: Outcome<unknown>): DeletedWithin => ({ deleted, isStale: false });
  const spent = await spendBudget({ parts, stores, store, place, budgets, isDryRun: plan.isDryRun });
  if (!spent.ok) return sure(spent);
  const { onlyVersion, budget } = spent.value;
  if (onlyVersion === undefined || plan.resourceVersion !== undefined) return sure(await deleteObject(deleting));
  const deleted = await deleteObject({ ...deleting, plan: { ...plan, resourceVersion: onlyVersion } });
  if (deleted.ok || deleted.status.reason !== 'Conflict') return sure(deleted);
  if (budget === undefined) return { deleted, isStale: true };
  // The budget may count the object now.
  return sure(refused(budgetExhausted(budgets.exhausted, budgets.wordProcessing(budget), 10)));
}

/** The posted object. Once it is admitted it has to name the place. */
function readAction({ parts, place, plan }: Writing, { body }: WriteRequest): Outcome<ApiObject> {
  const read = readBody(parts, bodyFormOf(place), body, plan.fieldValidation);
  if (!read.ok) return read;
  const { object } = read.value;
  const inNamespace = matchNamespace(place, object);
  return inNamespace.ok ? done(object) : inNamespace;
}

function inPlace({ subresource = '' }: RequestTarget, { group, resource }: ReturnType<typeof groupResourceOf>) {
  return { group, resource: `${resource}/${subresource}` };
}

function succeeded({ warnings, place }: Writing): WriteAnswer {
  const status = { ...success(), code: 201 };
  const object = plainVersion(place.name ?? '', 0, Buffer.from(encodeJson(StatusMessage, status), 'utf8'));
  return { object, form: statusForm, isCreated: true, warnings: [...warnings] };
}

/** The form of answers that only say that it was done. */
export const statusForm: Form = { group: '', version: 'v1', kind: 'Status', message: StatusMessage };
