/** Carries out a job with the engine of a worker. */
import type { RequestTarget } from '@keelson/meta';
import {
  bodyFormOf,
  plainVersion,
  statusForm,
  type Answer,
  type Outcome,
  type RegistryEngine,
  type WriteAnswer,
} from '@keelson/registry';
import { encodeByRecipe, printBody, writeDocuments } from '@keelson/surface';

import type { FormName, Job, RegistryAnswer, RegistryJob, RegistryResult, ResultOf } from '../jobs.ts';
import { placeOfName } from '../places.ts';
import { bufferOf } from '../portable.ts';
import type { WorkerEngine } from './open-registry.ts';
import type { RemoteCache } from './remote-cache.ts';

type IsKnown = RemoteCache['isKnown'];

/** Rejects as the registry does, and with what cannot be encoded. */
export async function runJob(engine: WorkerEngine, job: Job, isKnown: IsKnown): Promise<ResultOf<Job>> {
  const { defined = [] } = job;
  for (const each of 'name' in defined ? [defined] : defined) engine.define(each);
  switch (job.kind) {
    case 'registry':
      return callRegistry(engine, job, isKnown);
    case 'encode': {
      const { key, revision, value } = job.object;
      return encodeByRecipe(engine.scheme, job.recipe, plainVersion(key, revision, bufferOf(value)));
    }
    case 'print':
      return printBody(engine.scheme, job.recipe, job.bytes);
    case 'documents':
      return writeDocuments(engine.scheme, job.recipe);
  }
}

async function callRegistry(
  { scheme, registry }: WorkerEngine,
  job: RegistryJob,
  isKnown: IsKnown,
): Promise<RegistryResult> {
  const place = placeOfName(scheme, job.place);
  const copy = (answer: Answer) => copyAnswer(place, answer, isKnown);
  return run(registry, place, job.call, copy);
}

type Copy = (answer: Answer) => Pick<RegistryAnswer, 'object'>;

async function run(
  registry: RegistryEngine,
  place: RequestTarget,
  call: RegistryJob['call'],
  copy: Copy,
): Promise<RegistryResult> {
  switch (call.verb) {
    case 'get':
      return map(await registry.get(place, call.options), copy);
    case 'create':
    case 'update':
      return map(await registry[call.verb](place, call.request), (value) => ({ ...copy(value), ...written(value) }));
    case 'patch':
      return map(await registry.patch(place, call.request), (value) => ({ ...copy(value), ...written(value) }));
    case 'releaseNamespace':
      return map(await registry.releaseNamespace(place.name ?? '', call.revision), ({ remaining }) => ({ remaining }));
    case 'delete':
      return map(await registry.delete(place, call.request), (value) => ({
        isAccepted: value.isAccepted,
        warnings: value.warnings,
        annotations: value.annotations,
        ...(value.kind === 'object' ? copy(value.answer) : { status: value.status }),
      }));
  }
}

function written({ isCreated, warnings, annotations }: Pick<WriteAnswer, 'isCreated' | 'warnings' | 'annotations'>) {
  return { isCreated, warnings, annotations };
}

function map<T>(outcome: Outcome<T>, convert: (value: T) => RegistryAnswer): RegistryResult {
  return outcome.ok ? { ok: true, value: convert(outcome.value) } : outcome;
}

function copyAnswer(place: RequestTarget, { object, form }: Answer, isKnown: IsKnown): Pick<RegistryAnswer, 'object'> {
  const { key, revision, value } = object;
  const copied = isKnown(object)
    ? { kind: 'known' as const, key, revision }
    : { kind: 'copy' as const, key, revision, value };
  return { object: { object: copied, form: nameOfForm(place, form) } };
}

function nameOfForm(place: RequestTarget, form: Answer['form']): FormName {
  if (form === bodyFormOf(place)) return 'body';
  return form === statusForm ? 'status' : 'stored';
}
