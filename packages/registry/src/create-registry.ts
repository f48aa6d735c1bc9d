/**
 * The engine: puts the verbs together over one scheme, one store and one watch cache. Each
 * verb has its own file.
 */
import { randomUUID } from 'node:crypto';

import { createRegisteredResources } from '@keelson/informers';
import { methodNotAllowed, type RequestTarget } from '@keelson/meta';
import { openGates, type Resource, type Verb } from '@keelson/schema';
import { defaultTimeoutMs, fenceWrites, type Compare } from '@keelson/storage';

import { createNamespaceLifecycle } from './admission/namespace-lifecycle.ts';
import type { AdmissionChain } from './admission/run-admission.ts';
import type { Caller, DeleteRequest, ListAnswer, ListOptions, Outcome, Registry } from './contract.ts';
import { createCascade } from './delete/cascade.ts';
import { deleteCollection } from './delete/delete-collection.ts';
import { deleteObject } from './delete/delete-object.ts';
import type { Deleting } from './delete/delete-object.ts';
import { emptyNamespace, releaseNamespace } from './delete/empty-namespace.ts';
import { emptyStore } from './delete/empty-store.ts';
import type { EmptyElsewhere, Emptying } from './namespaces/emptying.ts';
import { formOf } from './objects/form.ts';
import type { Offload } from './offload.ts';
import { planDelete } from './options/delete-plan.ts';
import { done, refused } from './outcome.ts';
import { patchPlace } from './places/patch-place.ts';
import { connectPlace } from './places/connect-place.ts';
import { getPlace } from './places/get-place.ts';
import { listObjects } from './read/list.ts';
import { getObserved, isObserved, listObserved } from './read/observed.ts';
import { watchObjects } from './read/watch.ts';
import {
  allFeatures,
  defaultExpirySeconds,
  defaultMinWatchTimeoutMs,
  defaultRequestTimeoutMs,
} from './registry-options.ts';
import type { Observe, RegistryOptions } from './registry-options.ts';
import { createStores } from './resources/stores.ts';
import { checkRead } from './resources/target-definition.ts';
import type { Store, Stores } from './resources/stores.ts';
import { guardRead, guardStore } from './store-failure.ts';
import { requireVerb } from './subresources/ability.ts';
import { acknowledgeLate } from './write/acknowledge.ts';
import { createInPlace } from './places/create-in-place.ts';
import { createOwnership } from './write/ownership.ts';
import { updatePlace } from './places/update-place.ts';
import { requestEndMs, withDeadline } from './write/request-deadline.ts';
import type { VerbParts } from './places/verb-parts.ts';
import type { WriteParts } from './write/writing.ts';

export interface RegistryEngine extends Registry {
  /** Deletes the content of a terminating namespace, and removes the finalizer once nothing is left, here and elsewhere. */
  emptyNamespace(name: string, emptyElsewhere?: EmptyElsewhere): Promise<Outcome<Emptying>>;
  /**
   * Takes the finalizer of its content off a namespace in which nothing is left, if it is still at this revision, and
   * deletes it if nothing else holds it.
   */
  releaseNamespace(name: string, revision: number): Promise<Outcome<Emptying>>;
  /** Deletes all objects of a kind, whether or not its verbs are served. Objects that finalizers hold stay for now. */
  emptyStore(resource: Resource, caller: Caller): Promise<Outcome<void>>;
  /** Where a resource is stored, for what concerns all of it, such as counting. `undefined` if it is stored nowhere. */
  storeOf(resource: Resource): Store | undefined;
  /** All that is stored, each kind once. */
  stores(): readonly Store[];
  /** Lets go of a kind whose declarations go; its watches end. */
  removeStore(resource: Resource): void;
  /**
   * The same over the same stores, for a leader: its writes are refused once the leadership has ended. `fence` is asked
   * at each write; `undefined` refuses it. Requests are not offloaded.
   */
  fencedBy(fence: () => Compare | undefined): RegistryEngine;
}

export function createRegistry(options: RegistryOptions): RegistryEngine {
  const stores = openStores(options);
  return createEngine(options, stores, writePartsOf(options, stores));
}

function createEngine(options: RegistryOptions, stores: Stores, parts: WriteParts): RegistryEngine {
  const { scheme, cache, offload, random = Math.random } = options;
  const { minWatchTimeoutMs = defaultMinWatchTimeoutMs, features = allFeatures } = options;
  const watchSettings = {
    domain: scheme.domain,
    defaultTimeoutMs: () => minWatchTimeoutMs * (1 + random()),
    currentRevision: () => cache.revision(),
  };
  const observed = observedReads(options.observe);
  /** As each request has them. */
  const begin = (resource: Resource) => ({
    parts: withDeadline(parts, resource),
    stores,
    answerPostedReview: options.answerPostedReview,
  });

  return {
    get: (place, asked) =>
      observed.get(place) ??
      (place.subresource === undefined ? undefined : offload?.get(place, asked)) ??
      guardRead(getPlace(stores, place, asked)),
    list: (place, asked) =>
      guardStore(async () => {
        const able = requireVerb(place, 'list');
        if (!able.ok) return able;
        const store = stores.of(place.resource);
        if (store === undefined) return observed.list(place, asked) ?? done(emptyList(place, cache.revision()));
        const listed = await listObjects(store, place, asked, { domain: scheme.domain, ...features });
        return checkRead(stores, place.resource, listed.ok && listed.value.ownBytes !== undefined, listed);
      }),
    watch: (place, asked, stream) => {
      const store = storeFor(stores, place, 'watch');
      return store.ok ? watchObjects(store.value, place, { options: asked, stream }, watchSettings) : store;
    },
    ...writeVerbs(begin, offload),
    delete: (place, request) =>
      guardStore(async () => {
        const deleting = planDeleting(withDeadline(parts, place.resource), stores, { place, verb: 'delete' }, request);
        return deleting.ok ? deleteObject(deleting.value) : deleting;
      }),
    deleteCollection: (place, request, asked) =>
      guardStore(async () => {
        const deleting = planDeleting(parts, stores, { place, verb: 'deletecollection' }, request);
        return deleting.ok ? deleteCollection(deleting.value, asked) : deleting;
      }),
    connect: (place, request) => guardStore(() => connectPlace(begin(place.resource), place, request)),
    ...namespaceVerbs(parts, stores),
    emptyStore: (resource, caller) =>
      guardStore(async () => {
        const store = stores.of(resource);
        return store === undefined ? done(undefined) : emptyStore(parts, { store, caller });
      }),
    storeOf: (resource) => stores.of(resource),
    stores: () => stores.all(),
    removeStore: (resource) => stores.remove(resource),
    fencedBy: (fence) => {
      const fenced = { ...parts, storage: fenceWrites(parts.storage, fence), offload: undefined };
      return createEngine({ ...options, offload: undefined }, stores, fenced);
    },
  };
}

/** `undefined` for resources that are not observed. */
function observedReads(observe: Observe | undefined) {
  return {
    get: (place: RequestTarget) =>
      observe !== undefined && isObserved(place.resource) ? guardRead(getObserved(observe, place)) : undefined,
    list: (place: RequestTarget, asked: ListOptions) =>
      observe !== undefined && isObserved(place.resource) ? listObserved(observe, place, asked) : undefined,
  };
}

function openStores({ scheme, cache, storage, resources }: RegistryOptions): Stores {
  return createStores(resources ?? createRegisteredResources({ scheme, cache, prefix: storage.prefix }), scheme);
}

/** The dependencies of writes, with the defaults of the options. */
function writePartsOf(options: RegistryOptions, stores: Stores): WriteParts {
  const { scheme, storage, cache, offload, gates = openGates, random = Math.random, now = () => new Date() } = options;
  return {
    scheme,
    storage: acknowledgeLate(storage, cache, stores),
    admission: chainOf(options, stores),
    namespaces: options.checksNamespaces === false ? () => undefined : stores.namespaces,
    definitions: stores.definitions,
    ranges: options.ranges,
    ownership: createOwnership(scheme),
    gates,
    validatesFields: (options.features ?? allFeatures).validatesFields,
    warnsOfObjects: (options.features ?? allFeatures).warnsOfObjects,
    now,
    random,
    makeUid: options.makeUid ?? randomUUID,
    expirySeconds: options.expirySeconds ?? defaultExpirySeconds,
    storeTimeoutMs: options.storeTimeoutMs ?? defaultTimeoutMs,
    requestTimeoutMs: options.requestTimeoutMs ?? defaultRequestTimeoutMs,
    deadline: undefined,
    offload,
    cascade: createCascade({ scheme, stores, now }),
  };
}

function chainOf(
  { checksNamespaces, admission = [], observeAdmission }: RegistryOptions,
  stores: Stores,
): AdmissionChain {
  const plugins = checksNamespaces === false ? admission : [createNamespaceLifecycle(stores), ...admission];
  return {
    plugins: observeAdmission === undefined ? plugins : plugins.map((plugin) => observeAdmission.observePlugin(plugin)),
    observeStep: observeAdmission?.observeStep,
  };
}

function writeVerbs(
  begin: (resource: Resource) => VerbParts,
  offload: Offload | undefined,
): Pick<RegistryEngine, 'create' | 'update' | 'patch'> {
  return {
    create: (place, request) =>
      offload?.create(place, request) ?? guardStore(() => createInPlace(begin(place.resource), place, request)),
    update: (place, request) =>
      offload?.update(place, request) ?? guardStore(() => updatePlace(begin(place.resource), place, request)),
    patch: (place, request) =>
      offload?.patch(place, request) ?? guardStore(() => patchPlace(begin(place.resource), place, request)),
  };
}

function namespaceVerbs(
  parts: WriteParts,
  stores: Stores,
): Pick<RegistryEngine, 'emptyNamespace' | 'releaseNamespace'> {
  return {
    emptyNamespace: (name, emptyElsewhere) => guardStore(() => emptyNamespace(parts, stores, { name, emptyElsewhere })),
    releaseNamespace: (name, revision) =>
      guardStore(async () => {
        const namespaces = stores.namespaces();
        return namespaces === undefined ? done({ remaining: 0 }) : releaseNamespace(parts, namespaces, name, revision);
      }),
  };
}

/** A kind that is not stored may declare `list` all the same; its list is empty. */
function emptyList({ resource }: RequestTarget, revision: number): ListAnswer {
  return { objects: [], form: formOf(resource), resourceVersion: String(revision) };
}

function storeFor(stores: Stores, place: RequestTarget, verb: Verb): Outcome<Store> {
  const able = requireVerb(place, verb);
  if (!able.ok) return able;
  const store = place.subresource === undefined ? stores.of(place.resource) : undefined;
  return store === undefined ? refused(methodNotAllowed()) : done(store);
}

function planDeleting(
  parts: WriteParts,
  stores: Stores,
  { place, verb }: { readonly place: RequestTarget; readonly verb: 'delete' | 'deletecollection' },
  { body, options, caller }: DeleteRequest,
): Outcome<Deleting> {
  const store = storeFor(stores, place, verb);
  if (!store.ok) return store;
  const plan = planDelete(body, options, parts.scheme.domain);
  const takesUnreadable = verb === 'delete';
  if (!plan.ok) return plan;
  const endMs = requestEndMs(parts, options.timeout);
  return done({ parts, store: store.value, place, plan: plan.value, caller, takesUnreadable, endMs });
}
