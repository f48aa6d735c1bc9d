/**
 * Sends requests that would hold up the event loop to a worker, where the same engine
 * carries them out, and makes answers of what comes back.
 */
import type { ObjectVersion } from '@keelson/cache';
import type { RegisteredResources } from '@keelson/informers';
import {
  internalError,
  requestEntityTooLarge,
  serviceUnavailable,
  timeout,
  tooManyRequests,
  type RequestTarget,
} from '@keelson/meta';
import type { Status } from '@keelson/meta';
import {
  bodyFormOf,
  formOf,
  plainVersion,
  statusForm,
  type Answer,
  type Caller,
  type DeleteAnswer,
  type Emptying,
  type Form,
  type Offload,
  type Outcome,
  type WriteAnswer,
} from '@keelson/registry';

import { isHeavyBody, isHeavyDefinition, isHeavyObject, isHeavyPatch } from './cost.ts';
import type { AnswerObject, FormName, RegistryAnswer, RegistryCall } from './jobs.ts';
import { nameOfPlace } from './places.ts';
import { bufferOf, restoreError } from './portable.ts';
import { handOut, versionId, type JobRecord } from './services.ts';
import type { SharedDeclarations } from './shared-declarations.ts';
import type { TaskEnd, WorkerPool } from './worker-pool.ts';

export interface OffloadParts {
  readonly pool: Pick<WorkerPool, 'run'>;
  readonly resources: Pick<RegisteredResources, 'of' | 'where'>;
  readonly declarations: Pick<SharedDeclarations, 'share'>;
}

/**
 * Reviews are answered on this thread, by authorizers that read all of them, so larger ones are
 * refused. The largest that clients send have some kilobytes.
 */
const questionBytes = 256 * 1024;

export function createOffload(parts: OffloadParts): Offload {
  const [namespaces] = parts.resources.where(({ purpose }) => purpose?.kind === 'namespace');
  // Workers call no other servers.
  const isShared = ({ resource }: RequestTarget): boolean =>
    resource.convertRemotely === undefined && parts.declarations.share(resource) !== undefined;
  const hasHeavyDefinition = ({ resource }: RequestTarget): boolean => {
    if (resource.custom === undefined) return false;
    const defined = parts.declarations.share(resource)?.defined;
    return defined !== undefined && isHeavyDefinition(defined.definition.value);
  };
  const isHeavyAt = (place: RequestTarget): boolean => isHeavy(currentAt(parts, place));
  /** A write is checked against the namespace it goes into, whose object may be heavy too. */
  const isHeavyAround = (place: RequestTarget): boolean =>
    isHeavyAt(place) ||
    hasHeavyDefinition(place) ||
    (place.namespace !== undefined && isHeavy(namespaces?.cache.peek({ name: place.namespace })));
  return {
    get: (place, options) =>
      isHeavyAt(place) && isShared(place)
        ? run(parts, { place, call: { verb: 'get', options }, caller: nobody, bytes: 0 }, getAnswer)
        : undefined,
    create: (place, request) => {
      const { body, caller } = request;
      const { length: bytes } = body.bytes;
      if (bytes > questionBytes && parts.resources.of(place.resource) === undefined) return tooLargeToAnswer;
      if (!(isHeavyBody(body) || isHeavyAround(place)) || !isShared(place)) return undefined;
      return run(parts, { place, call: { verb: 'create', request }, caller, bytes }, writeAnswer);
    },
    update: (place, request) => {
      const { body, caller } = request;
      if (!(isHeavyBody(body) || isHeavyAround(place)) || !isShared(place)) return undefined;
      return run(parts, { place, call: { verb: 'update', request }, caller, bytes: body.bytes.length }, writeAnswer);
    },
    patch: (place, request) => {
      const { patch, caller } = request;
      if (!(isHeavyPatch(patch) || isHeavyAround(place)) || !isShared(place)) return undefined;
      return run(parts, { place, call: { verb: 'patch', request }, caller, bytes: patch.bytes.length }, writeAnswer);
    },
    delete: (place, request) => {
      if (!isHeavyAt(place) || !isShared(place)) return undefined;
      return run(parts, { place, call: { verb: 'delete', request }, caller: request.caller, bytes: 0 }, deleteAnswer);
    },
    releaseNamespace: (name, revision) => {
      const resource = namespaces?.stored;
      if (resource === undefined || !isHeavyAt({ resource, name })) return undefined;
      const call = { verb: 'releaseNamespace', revision } as const;
      return run(parts, { place: { resource, name }, call, caller: nobody, bytes: 0 }, emptying);
    },
  };
}

function isHeavy(version: ObjectVersion | undefined): boolean {
  return version !== undefined && isHeavyObject(version.value);
}

const nobody: Caller = { user: { name: '', groups: [] }, userAgent: '' };

const tooLargeToAnswer = Promise.resolve({
  ok: false as const,
  status: requestEntityTooLarge(`limit is ${questionBytes}`),
});

function currentAt(
  { resources }: OffloadParts,
  { resource, namespace, name }: RequestTarget,
): ObjectVersion | undefined {
  return name === undefined ? undefined : resources.of(resource)?.cache.peek({ namespace, name });
}

interface Run {
  readonly place: RequestTarget;
  readonly call: RegistryCall;
  readonly caller: Caller;
  /** The size of the body. */
  readonly bytes: number;
}

/** Turns a worker's result into the answer of a verb. `object` throws where the result has none. */
type Restore<T> = (answer: RegistryAnswer, object: () => Answer) => T;

async function run<T>(
  parts: OffloadParts,
  { place, call, caller, bytes }: Run,
  restore: Restore<T>,
): Promise<Outcome<T>> {
  const end = await parts.pool.run({
    user: caller.user.name,
    bytes,
    makeJob: (record) => {
      const current = currentAt(parts, place);
      const from = parts.resources.of(place.resource)?.cache;
      const defined = parts.declarations.share(place.resource)?.defined;
      return {
        kind: 'registry',
        defined,
        place: nameOfPlace(place),
        call,
        current: current && from && handOut(record, current, from),
      };
    },
  });
  if (!end.ok) return { ok: false, status: statusOfFailure(end) };
  const { ended, record } = end;
  if (!ended.ok) throw restoreError(ended.error);
  if (!ended.value.ok) return ended.value;
  const answer = ended.value.value;
  return { ok: true, value: restore(answer, () => objectOf(parts, place, answer, record)) };
}

const getAnswer: Restore<Answer> = (_, object) => object();

const writeAnswer: Restore<WriteAnswer> = ({ isCreated = false, warnings = [], annotations }, object) => ({
  ...object(),
  isCreated,
  warnings,
  annotations,
});

const deleteAnswer: Restore<DeleteAnswer> = ({ isAccepted = false, warnings = [], annotations, status }, object) =>
  status === undefined
    ? { isAccepted, warnings, annotations, kind: 'object', answer: object() }
    : { isAccepted, warnings, annotations, kind: 'status', status };

const emptying: Restore<Emptying> = ({ remaining = 0 }) => ({ remaining });

function objectOf(parts: OffloadParts, place: RequestTarget, { object }: RegistryAnswer, record: JobRecord): Answer {
  if (object === undefined) throw new Error('a worker answered without the object that was asked for');
  return { object: restoreObject(object.object, record), form: formOfName(parts, place, object.form) };
}

function restoreObject(object: AnswerObject, { versions }: JobRecord): ObjectVersion {
  if (object.kind === 'copy') return plainVersion(object.key, object.revision, bufferOf(object.value));
  const known = versions.get(versionId(object));
  if (known === undefined) throw new Error(`a worker answered with ${object.key}, which it was never handed`);
  return known;
}

function formOfName({ resources }: OffloadParts, place: RequestTarget, name: FormName): Form {
  switch (name) {
    case 'body':
      return bodyFormOf(place);
    case 'status':
      return statusForm;
    case 'stored': {
      const found = resources.of(place.resource);
      if (found === undefined) throw new Error(`${place.resource.plural} are stored nowhere`);
      return formOf(found.stored);
    }
  }
}

function statusOfFailure({ reason, mayHaveWritten }: Extract<TaskEnd<never>, { ok: false }>): Status {
  switch (reason) {
    case 'full':
      return tooManyRequests('too many large requests are waiting, please try again later', 1);
    case 'late':
      return timeout('the request waited too long for its turn', 1);
    case 'stopping':
      return serviceUnavailable('the server is stopping', 1);
    case 'lost':
      return mayHaveWritten
        ? timeout('the request was given up: the write may have been made all the same', 1)
        : internalError('the request was given up: it took too much time or memory');
  }
}
