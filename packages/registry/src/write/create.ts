/** Create: a new object, under the name it has or one that is made for it. */
import type { GetOutcome, ObjectVersion } from '@keelson/cache';
import { alreadyExists, failure, generatedNameExists, type Status } from '@keelson/meta';
import { isUnreadable } from '@keelson/storage';
import type { Entry } from '@keelson/storage';

import type { Outcome, WriteAnswer, WriteRequest } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { bodyFormOf, groupResourceOf } from '../objects/form.ts';
import { readBody } from '../objects/read-body.ts';
import type { ReadBody } from '../objects/read-body.ts';
import { decodeStored, encodeStored, finishVersion, plainVersion } from '../objects/stored-object.ts';
import { done, refused } from '../outcome.ts';
import { showIn, toStoredBytes } from '../resources/stores.ts';
import { createStored } from './create-stored.ts';
import { matchNamespace } from './match-place.ts';
import { prepareCreate, refuseVersion } from './prepare-create.ts';
import { dropDuplicateOwners } from './tidy-metadata.ts';
import { withAllocation } from './with-allocation.ts';
import type { Writing } from './writing.ts';

/** Attempts to generate a free name; 27^5 are possible for each prefix. */
const maxNames = 8;
/** Each lost try is an item of a range that another replica has given to another object at the same time. */
const maxTries = 200;

/** Rejects as the store fails. */
export function createObject(writing: Writing, request: WriteRequest): Promise<Outcome<WriteAnswer>> {
  return withAllocation(writing, (allocating) => createNamed(allocating, request));
}

async function createNamed(writing: Writing, request: WriteRequest): Promise<Outcome<WriteAnswer>> {
  for (let tries = 1; ; tries += 1) {
    const read = readNew(writing, request);
    if (!read.ok) return read;
    const { name = '', generateName = '' } = read.value.metadata;
    const naming = { hasMadeName: name === '' && generateName !== '' };
    const prepared = await prepareCreate(writing, read.value);
    if (!prepared.ok) return prepared;
    const stored = await store(writing, prepared.value, naming);
    if (stored.ok || !('taken' in stored)) return stored;
    if (!isWorthAnother(stored, naming, tries)) return refused(wordTaken(writing, prepared.value, stored.taken));
  }
}

function isWorthAnother({ lostClaim }: Taken, { hasMadeName }: Naming, tries: number): boolean {
  return lostClaim ? tries < maxTries : hasMadeName && tries < maxNames;
}

/** A fresh object for each try: preparing changes it. */
function readNew({ parts, place, plan, warnings }: Writing, { body }: WriteRequest): Outcome<ApiObject> {
  const read: Outcome<ReadBody> = readBody(parts, bodyFormOf(place), body, plan.fieldValidation);
  if (!read.ok) return read;
  const { object } = read.value;
  for (const warning of read.value.warnings) warnings.add(warning);
  const matched = matchNamespace(place, object);
  if (!matched.ok) return matched;
  dropDuplicateOwners(object, false, warnings);
  return done(object);
}

interface Naming {
  /** The name is made here, and not the caller's. */
  readonly hasMadeName: boolean;
}

interface Taken {
  readonly ok: false;
  readonly taken: Entry | undefined;
  /** Another object has claimed an address or port of this one; the account of this replica did not show it yet. */
  readonly lostClaim: boolean;
}

async function store(
  writing: Writing,
  object: ApiObject,
  { hasMadeName }: Naming,
): Promise<Outcome<WriteAnswer> | Taken> {
  const { parts, store: where, place, plan, warnings } = writing;
  const { namespace } = place;
  const { name = '', generateName = '' } = object.metadata;
  const answerOf = (version: ObjectVersion): WriteAnswer => ({
    form: where.form,
    isCreated: true,
    warnings: [...warnings],
    object: version,
  });
  if (plan.isDryRun) {
    const got = await where.cache.get({ namespace, name }, { kind: 'mostRecent', deadline: parts.deadline });
    if (isTaken(got)) return { ok: false, taken: got.ok ? got.object : undefined, lostClaim: false };
    return done(answerOf(await showDry(writing, object)));
  }
  const version = refuseVersion(object);
  if (!version.ok) return version;
  const of = groupResourceOf(place.resource);
  const askedName = hasMadeName ? generateName : name;
  const created = await createStored(parts, { store: where, of, askedName, namespace, name, object });
  if (!created.ok) return created;
  if (created.value.kind === 'taken') return { ok: false, taken: created.value.current, lostClaim: false };
  if (created.value.kind === 'lostClaim') return { ok: false, taken: undefined, lostClaim: true };
  return done(answerOf(created.value.version));
}

/** A version that the client or a webhook has set is shown: nothing says what it would be. */
async function showDry({ parts, store: where, place }: Writing, object: ApiObject): Promise<ObjectVersion> {
  const { name = '', resourceVersion = '' } = object.metadata;
  const asked = Number(resourceVersion);
  const bytes = await toStoredBytes(where, encodeStored(where.message, object), parts.deadline);
  const key = where.keyOf(place.namespace, name);
  const isVersion = Number.isSafeInteger(asked) && asked > 0;
  return showIn(where, isVersion ? finishVersion(key, asked, bytes) : plainVersion(key, 0, bytes), parts.deadline);
}

/** An object that cannot be read occupies its name as well. */
function isTaken(got: GetOutcome): boolean {
  return got.ok ? got.object !== undefined : got.reason === 'unreadable';
}

/** The message tells a client that waits for a name that the name will be free soon. */
function wordTaken({ place, store: where }: Writing, { metadata }: ApiObject, taken: Entry | undefined): Status {
  const { name = '', generateName = '' } = metadata;
  const of = groupResourceOf(place.resource);
  const status = generateName === '' ? alreadyExists(of, name) : generatedNameExists(of, name);
  if (taken === undefined || !isGoing(where.message, taken)) return status;
  return failure('AlreadyExists', `object is being deleted: ${status.message ?? ''}`, status.details);
}

function isGoing(message: Writing['store']['message'], { key, value, revision }: Entry): boolean {
  if (isUnreadable(value)) return false;
  const decoded = decodeStored(message, finishVersion(key, revision, value).value);
  return decoded.ok && decoded.object.metadata.deletionTimestamp !== undefined;
}
