/**
 * The client of controllers inside the server: requests are authorized and audited as those that come over HTTP, and
 * carried out by the registry in this process, without sockets. They take no turn of priority and fairness: a
 * controller has as many requests under way as it has workers.
 */
import { randomUUID } from 'node:crypto';

import type { AuditRecord, Auditor, Origin } from '@keelson/audit';
import {
  authenticatedGroup,
  decisionAnnotations,
  forbid,
  serviceAccountGroups,
  serviceAccountUser,
  type Authorizer,
} from '@keelson/auth';
import { createReadVersion, type CachedObject } from '@keelson/informers';
import type { RequestTarget, ResourceRequestAttributes, Status } from '@keelson/meta';
import type { Answer, Caller, Outcome, PatchKind, RegistryEngine } from '@keelson/registry';
import { stringifyJson, type JsonValue } from '@keelson/schema';

import { controllerAgent } from '../controller.ts';
import { printDeleteWish } from './delete-options.ts';
import type { ControllerClient, ControllerPatch, ClientRefusal, ClientReply } from './controller-client.ts';

export interface RegistryClientParts {
  readonly registry: RegistryEngine;
  readonly authorizer: Authorizer;
  /** Absent where nothing is audited. */
  readonly auditor?: Auditor | undefined;
  readonly domain: string;
}

export function createRegistryClient(parts: RegistryClientParts, caller: Caller): ControllerClient {
  const { registry } = parts;
  const ask = createAsk(parts, caller);
  const replyOf = <T>(target: RequestTarget, outcome: Outcome<Answer>): ClientReply<T> =>
    outcome.ok ? { ok: true, object: readAnswer<T>(registry, target, outcome.value) } : outcome;
  const patchAs = async <T>(
    target: RequestTarget,
    kind: PatchKind,
    { patch, options = {} }: { readonly patch: unknown; readonly options?: Readonly<Record<string, string>> },
  ): Promise<ClientReply<T>> => {
    const bytes = bytesOf(patch);
    const run = () => registry.patch(target, { patch: { kind, bytes }, options, caller });
    return replyOf<T>(target, await ask('patch', target, run, patch));
  };
  return {
    get: async <T>(target: RequestTarget) =>
      replyOf<T>(target, await ask('get', target, async () => registry.get(target, {}))),
    create: async <T>(target: RequestTarget, object: object) =>
      replyOf<T>(target, await ask('create', target, () => registry.create(target, writeOf(object, caller)), object)),
    update: async <T>(target: RequestTarget, object: object) =>
      replyOf<T>(target, await ask('update', target, () => registry.update(target, writeOf(object, caller)), object)),
    patch: <T>(target: RequestTarget, kind: ControllerPatch, patch: unknown) => patchAs<T>(target, kind, { patch }),
    apply: <T>(target: RequestTarget, patch: object, fieldManager: string) =>
      patchAs<T>(target, 'apply', { patch, options: { force: 'true', fieldManager } }),
    delete: async (target, wish = {}) => {
      const options = printDeleteWish(wish);
      const run = () => registry.delete(target, { body: bodyOf(options), options: {}, caller });
      const outcome = await ask('delete', target, run, options);
      return outcome.ok ? { ok: true } : outcome;
    },
  };
}

/**
 * A controller is the service account of its name in `kube-system`, which the default roles are bound to, or the user
 * of that name.
 */
export function accountCaller(account: string, user?: string): Caller {
  if (user !== undefined) {
    return { user: { name: user, groups: [authenticatedGroup] }, userAgent: controllerAgent(user) };
  }
  const name = { namespace: 'kube-system', name: account };
  const accountName = serviceAccountUser(name);
  return {
    user: { name: accountName, groups: [...serviceAccountGroups(name), authenticatedGroup] },
    userAgent: controllerAgent(accountName),
  };
}

type Ask = <T>(
  verb: string,
  target: RequestTarget,
  run: () => Promise<Outcome<T>>,
  body?: unknown,
) => Promise<{ readonly ok: true; readonly value: T } | ClientRefusal>;

function createAsk({ authorizer, auditor, domain }: RegistryClientParts, { user, userAgent }: Caller): Ask {
  const origin: Origin = { sourceIps: ['127.0.0.1'], userAgent };
  const beginRecord = (attributes: ResourceRequestAttributes, { resource }: RequestTarget): AuditRecord | undefined => {
    if (auditor === undefined) return undefined;
    const path = pathOf(attributes);
    const { verb } = attributes;
    const hasSecrets = resource.holdsSecrets === true;
    const arrival = { auditId: randomUUID(), requestUri: path, path, verb, user, origin, object: attributes };
    return auditor.begin({ ...arrival, receivedMs: auditor.now(), hasSecrets });
  };
  return async (verb, target, run, body) => {
    const attributes = attributesOf(verb, target);
    const record = beginRecord(attributes, target);
    if (body !== undefined && record?.wantsRequest === true) record.noteRequest([bytesOf(body)]);
    const decision = await authorizer.authorize(user, attributes);
    record?.annotate(decisionAnnotations(decision, domain));
    const outcome =
      decision.verdict === 'allow' ? await run() : ({ ok: false, status: forbid(user, attributes, decision) } as const);
    if (outcome.ok) {
      record?.complete(verb === 'create' ? 201 : 200);
      return outcome;
    }
    record?.noteFailure(failureOf(outcome.status));
    record?.complete(outcome.status.code);
    return outcome;
  };
}

function failureOf({ message, reason, details }: Status) {
  return { status: 'Failure' as const, message: message ?? '', reason, details };
}

function attributesOf(verb: string, { resource, namespace = '', name = '', subresource = '' }: RequestTarget) {
  const { group, version, plural } = resource;
  return { kind: 'resource', verb, group, version, resource: plural, subresource, namespace, name } as const;
}

function pathOf({ group, version, resource, subresource, namespace, name }: ResourceRequestAttributes): string {
  const place = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const within = namespace === '' ? '' : `/namespaces/${namespace}`;
  const parts = [resource, name, subresource].filter((part) => part !== '');
  return `${place}${within}/${parts.join('/')}`;
}

function writeOf(object: object, caller: Caller) {
  return { body: bodyOf(object), options: {}, caller };
}

function bodyOf(object: unknown) {
  return { format: 'json' as const, bytes: bytesOf(object) };
}

function bytesOf(value: unknown): Buffer {
  return Buffer.from(stringifyJson(value as JsonValue));
}

function readAnswer<T>(registry: RegistryEngine, target: RequestTarget, answer: Answer): CachedObject<T> {
  const store = registry.storeOf(target.resource);
  // The answer of a review is no stored object, and has no name.
  if (store === undefined) return createReadVersion<T>(answer.form.message, nameless)(answer.object);
  return createReadVersion<T>(store.message, store.cache)(answer.object);
}

const nameless = { namesOf: () => ({ namespace: '', name: '' }) };
