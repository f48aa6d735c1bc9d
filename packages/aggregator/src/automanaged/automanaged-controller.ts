/**
 * Keeps the APIServices of what this server serves itself. Their label says how long: those of built-in group versions
 * are made and corrected once, when the server starts, so that an operator may then change or delete them; those of custom
 * resources are put back whenever they differ. An APIService without the label is somebody else's and stays as it is.
 *
 *     wanted:               no        onstart         true
 *     not there             -         create once     create
 *     without the label     -         -               -
 *     onstart, from before  delete    correct once    correct once
 *     onstart, since        -         -               -
 *     true                  delete    correct once    correct
 *
 * Every replica runs it; the one that comes second finds the work done, or loses on the revision.
 */
import { isDeepStrictEqual } from 'node:util';

import { automanagedApiServices, type APIService } from '@keelson/api';
import { createBackoff, createWorkQueue, startWorkers, type CachedObject, type RecordQueue } from '@keelson/informers';
import type { Outcome, Registry } from '@keelson/registry';
import { groupVersion } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { aggregatorCaller, isApiServiceOutdated, type ApiServices } from '../api-services/api-services.ts';
import type { WantedService, WantedServices } from './wanted-services.ts';

export interface AutomanagedParts {
  readonly apiServices: ApiServices;
  readonly wanted: WantedServices;
  readonly registry: Registry;
  readonly domain: string;
  readonly record?: RecordQueue | undefined;
  readonly logger: Logger;
}

export interface AutomanagedController {
  /** Resolves when each APIService that was there or wanted at the start has been seen to once. */
  readonly whenBegun: Promise<void>;
  /** To be called when custom resources have come or gone. */
  renewCustom(): void;
  stop(): Promise<void>;
}

const workers = 5;
/** Many definitions come at once: all that is served is looked at once for them. */
const gatherMs = 10;
const retries = { baseMs: 5, maxMs: 30_000 };

/** The informer must have synced, and custom resources must be served: what is there now is what was there at the start. */
export function startAutomanagedController(parts: AutomanagedParts): AutomanagedController {
  const { apiServices, wanted, domain, record, logger } = parts;
  const { label } = automanagedApiServices(domain);
  const queue = createWorkQueue({
    name: 'autoregister',
    backoff: createBackoff(retries),
    ...(record && { record }),
  });
  let custom = wanted.custom();
  let renewal: NodeJS.Timeout | undefined;
  const atStart = new Set([...apiServices.informer.list()].map(({ name }) => name));
  const begun = createBegun([...atStart, ...wanted.builtIn.keys(), ...custom.keys()]);
  /** Those that were seen to once: what is done at the start only is not done again. */
  const synced = new Set<string>();

  const renewCustom = (): void => {
    clearTimeout(renewal);
    renewal = undefined;
    const before = custom;
    custom = wanted.custom();
    for (const name of new Set([...before.keys(), ...custom.keys()])) {
      if (before.has(name) !== custom.has(name)) queue.add(name);
    }
  };
  const reconcile = async (name: string): Promise<undefined> => {
    // A change of a definition comes before those of the APIServices that other replicas make or delete for it.
    if (renewal !== undefined) renewCustom();
    const found = apiServices.informer.get({ name });
    const desired = wanted.builtIn.get(name) ?? custom.get(name);
    const isFromBefore = atStart.has(name);
    const step = nextStep({ found, desired, modeOf: modeBy(label), isFromBefore, isSynced: synced.has(name) });
    await carryOut(parts, step, label);
    synced.add(name);
    begun.note(name);
  };
  const removeHandler = apiServices.informer.addHandler({
    onAdd: ({ name }) => queue.add(name),
    onUpdate: (_, { name }) => queue.add(name),
    onDelete: ({ name }) => queue.add(name),
  });
  for (const name of begun.names) queue.add(name);
  startWorkers({ queue, reconcile, count: workers, name: 'autoregister', logger });

  return {
    whenBegun: begun.whenDone,
    renewCustom: () => {
      renewal ??= setTimeout(renewCustom, gatherMs).unref();
    },
    stop: () => {
      clearTimeout(renewal);
      removeHandler();
      return queue.shutDown();
    },
  };
}

function createBegun(names: readonly string[]) {
  const missing = new Set(names);
  let resolve = (): void => undefined;
  const whenDone = new Promise<void>((done) => (resolve = done));
  if (missing.size === 0) resolve();
  return {
    names: [...missing],
    whenDone,
    note: (name: string): void => {
      if (missing.delete(name) && missing.size === 0) resolve();
    },
  };
}

type Found = CachedObject<APIService>;
type ModeOf = (found: Found) => string | undefined;

function modeBy(label: string): ModeOf {
  return ({ head: { labels } }) => (Object.hasOwn(labels, label) ? labels[label] : undefined);
}

interface Situation {
  readonly found: Found | undefined;
  readonly desired: WantedService | undefined;
  readonly modeOf: ModeOf;
  readonly isFromBefore: boolean;
  readonly isSynced: boolean;
}

type Step =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'create'; readonly desired: WantedService }
  | { readonly kind: 'delete'; readonly found: Found }
  | { readonly kind: 'correct'; readonly found: Found; readonly desired: WantedService };

const nothing: Step = { kind: 'nothing' };

function nextStep(situation: Situation): Step {
  const { found, desired, isSynced } = situation;
  if (desired?.mode === 'onstart' && isSynced) return nothing;
  if (found === undefined) return desired === undefined ? nothing : { kind: 'create', desired };
  if (!isOurs(found, situation)) return nothing;
  if (desired === undefined) return { kind: 'delete', found };
  const isGood = found.decoded.ok && isDeepStrictEqual({ ...found.decoded.object.spec }, { ...desired.spec });
  return isGood ? nothing : { kind: 'correct', found, desired };
}

function isOurs(found: Found, { modeOf, isFromBefore, isSynced }: Situation): boolean {
  const mode = modeOf(found);
  return mode === 'true' || (mode === 'onstart' && isFromBefore && !isSynced);
}

/** Rejects if it has to be tried again. */
async function carryOut({ apiServices, registry }: AutomanagedParts, step: Step, label: string): Promise<void> {
  const { resource } = apiServices;
  switch (step.kind) {
    case 'nothing':
      return;
    case 'create': {
      const { name, mode, spec } = step.desired;
      accept(await registry.create({ resource }, writeOf({ metadata: { name, labels: { [label]: mode } }, spec })));
      return;
    }
    case 'correct': {
      const { found, desired } = step;
      const metadata = found.decoded.ok ? found.decoded.object.metadata : { name: found.name };
      const resourceVersion = String(found.version.revision);
      const object = { metadata: { ...metadata, resourceVersion }, spec: desired.spec };
      accept(await registry.update({ resource, name: found.name }, writeOf(object)));
      return;
    }
    case 'delete': {
      const options = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: step.found.head.uid } };
      const body = bodyOf(options);
      accept(
        await registry.delete({ resource, name: step.found.name }, { body, options: {}, caller: aggregatorCaller }),
      );
    }
  }

  function writeOf(object: object) {
    const body = bodyOf({ apiVersion: groupVersion(resource), kind: resource.kind, ...object });
    return { body, options: {}, caller: aggregatorCaller };
  }
}

function bodyOf(object: object) {
  return { format: 'json' as const, bytes: Buffer.from(JSON.stringify(object)) };
}

function accept(outcome: Outcome<unknown>): void {
  if (!outcome.ok && !isApiServiceOutdated(outcome.status.code))
    throw new Error(outcome.status.message ?? 'it was refused');
}
