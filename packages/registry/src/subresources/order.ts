/**
 * Subresource actions, such as binding and eviction: the posted object is not stored; it changes or
 * deletes its target.
 */
import { Status as StatusMessage } from '@keelson/api';
import { conflict, notFound, type RequestTarget, success, unexplained } from '@keelson/meta';
import { encodeJson } from '@keelson/schema';
import type { Subresource } from '@keelson/schema';

import { deleteObject } from '../delete/delete-object.ts';
import type { Form, Outcome, WriteAnswer, WriteRequest } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import { bodyFormOf, groupResourceOf } from '../objects/form.ts';
import { readBody } from '../objects/read-body.ts';
import { plainVersion } from '../objects/stored-object.ts';
import { readDeleteOptions } from '../options/delete-plan.ts';
import { done, refused } from '../outcome.ts';
import { targetOf } from '../write/answer.ts';
import { commit } from '../write/commit.ts';
import type { Change } from '../write/commit.ts';
import { matchName, matchNamespace } from '../write/match-place.ts';
import type { Writing } from '../write/writing.ts';

/** Rejects as the store fails. */
export async function carryOutOrder(
  writing: Writing,
  subresource: Subresource,
  request: WriteRequest,
): Promise<Outcome<WriteAnswer>> {
  const { parts, place, plan } = writing;
  const read = readBody(parts.scheme, bodyFormOf(place), request.body, plan.fieldValidation);
  if (!read.ok) return read;
  const order = read.value.object;
  const inNamespace = matchNamespace(place, order);
  if (!inNamespace.ok) return inNamespace;
  order.metadata.name ??= place.name ?? '';
  const named = matchName(place, order);
  if (!named.ok) return named;
  const carried =
    subresource.deletes === undefined
      ? await change(writing, subresource, order)
      : await remove(writing, subresource.deletes, order);
  return carried.ok ? done(succeeded(writing)) : carried;
}

async function change(writing: Writing, { carryOut }: Subresource, order: ApiObject): Promise<Outcome<unknown>> {
  const { place, parts } = writing;
  const { name = '' } = place;
  return commit(targetOf(writing), (current): Promise<Outcome<Change>> => {
    const of = groupResourceOf(place.resource);
    if (current === undefined) return Promise.resolve(refused(notFound(of, name)));
    const object = structuredClone(current.object);
    const fault = carryOut?.(object as never, order as never, timeText(parts.now()));
    if (fault === undefined) return Promise.resolve(done({ kind: 'write', object }));
    const status =
      fault.reason === 'conflict' ? conflict(inPlace(place, of), name, fault.message) : unexplained(fault.message);
    return Promise.resolve(refused(status));
  });
}

function inPlace({ subresource = '' }: RequestTarget, { group, resource }: ReturnType<typeof groupResourceOf>) {
  return { group, resource: `${resource}/${subresource}` };
}

async function remove(
  { parts, store, place, plan, caller }: Writing,
  optionsOf: NonNullable<Subresource['deletes']>,
  order: ApiObject,
): Promise<Outcome<unknown>> {
  const read = readDeleteOptions(optionsOf(order as never), parts.scheme.domain);
  if (!read.ok) return read;
  const { subresource: _, ...whole } = place;
  const deletion = { ...read.value, isDryRun: plan.isDryRun || read.value.isDryRun };
  return deleteObject({ parts, store, place: whole, plan: deletion, caller });
}

function succeeded({ warnings, place }: Writing): WriteAnswer {
  const status = { ...success(), code: 201 };
  const object = plainVersion(place.name ?? '', 0, Buffer.from(encodeJson(StatusMessage, status), 'utf8'));
  return { object, form: statusForm, isCreated: true, warnings: [...warnings] };
}

/** Of answers that only say that it was done. */
export const statusForm: Form = { group: '', version: 'v1', kind: 'Status', message: StatusMessage };
