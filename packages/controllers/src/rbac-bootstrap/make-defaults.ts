/**
 * Makes the default roles and bindings, or brings those that are there up to date,
 * through the same door as everyone. Several replicas may do so at once.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { defaultAccess, type DefaultBindingObject, type DefaultRoleObject } from '@keelson/api';
import type { Informers } from '@keelson/informers';
import { internalError, type RequestTarget } from '@keelson/meta';
import type { ApiObject, Outcome, Registry } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import { hasStorageCode } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import { systemCaller } from '../controller.ts';
import { reconcileBinding, reconcileRole } from './reconcile.ts';
import type { Reconciled } from './reconcile.ts';

export interface DefaultsParts {
  readonly informers: Pick<Informers, 'lister'>;
  readonly registry: Registry;
  readonly scheme: Scheme;
  readonly logger: Logger;
  /** The feature gates that are off: rules are behind some. All of these are left out where it is absent. */
  readonly gatesOff?: ReadonlySet<string> | undefined;
}

type Reconcile = (found: ApiObject) => Reconciled;

/** Another replica that does the same concurrently makes this one retry; so many retries need a crowd. */
const maxTries = 10;
const retryMs = 1_000;

/** Tries until it succeeds, or until `isStopped`. */
export async function makeDefaultAccess(parts: DefaultsParts, isStopped: () => boolean): Promise<void> {
  const { scheme, gatesOff } = parts;
  const isGateOn = (gate: string): boolean => gatesOff?.has(gate) === false;
  const { roles, bindings, autoupdateAnnotation: autoupdate } = defaultAccess(scheme.domain, isGateOn);
  while (!isStopped()) {
    try {
      // Roles first, so that no binding refers to a missing role.
      await Promise.all(roles.map((role) => make(parts, role, (found) => reconcileRole(found, role, autoupdate))));
      await Promise.all(
        bindings.map((binding) => make(parts, binding, (found) => reconcileBinding(found, binding, autoupdate))),
      );
      return;
    } catch (error) {
      parts.logger.warn('the default roles and bindings could not be made and are tried again', { error });
      await delay(retryMs, undefined, { ref: false });
    }
  }
}

async function make(
  { informers, registry, scheme, logger }: DefaultsParts,
  wanted: DefaultRoleObject | DefaultBindingObject,
  reconcile: Reconcile,
): Promise<void> {
  const place = placeOf(scheme, wanted);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const done = await attempt(informers, registry, { place, wanted, reconcile });
    if (done.ok) return;
    const { reason, message = 'refused for no given reason' } = done.status;
    if (reason === 'InternalError') {
      // It, or its namespace, cannot be read. That must not keep the others, and the server, from being ready.
      logger.error('a default role or binding is left as it is', { kind: wanted.kind, name: place.name, why: message });
      return;
    }
    if (!isOvertaken(done)) throw new Error(`${wanted.kind} ${wanted.metadata.name}: ${message}`);
  }
  throw new Error(`${wanted.kind} ${wanted.metadata.name}: others keep changing it`);
}

interface Attempt {
  readonly place: RequestTarget;
  readonly wanted: DefaultRoleObject | DefaultBindingObject;
  readonly reconcile: Reconcile;
}

async function attempt(
  informers: Pick<Informers, 'lister'>,
  registry: Registry,
  { place, wanted, reconcile }: Attempt,
): Promise<Outcome<unknown>> {
  const { resource, namespace, name = '' } = place;
  let object: ApiObject | undefined;
  try {
    object = (await informers.lister<ApiObject>(resource).getMostRecent({ namespace, name }))?.object;
  } catch (error) {
    if (hasStorageCode(error, 'unreadable')) return { ok: false, status: internalError(error.message) };
    throw error;
  }
  return object === undefined ? create(registry, place, wanted) : update(registry, place, reconcile(object));
}

function placeOf(
  scheme: Scheme,
  { kind, apiVersion, metadata }: DefaultRoleObject | DefaultBindingObject,
): RequestTarget {
  const [group = '', version = ''] = apiVersion.split('/');
  const resource = scheme.resourceOfKind({ group, version, kind });
  if (resource === undefined) throw new Error(`no declared resource is of kind ${kind} in ${apiVersion}`);
  const { name, namespace } = metadata;
  return { resource, name, ...(namespace !== undefined && { namespace }) };
}

/** Another writer created, changed or deleted it meanwhile. */
function isOvertaken(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && (outcome.status.code === 409 || outcome.status.code === 404);
}

function requestOf(object: unknown) {
  const bytes = Buffer.from(JSON.stringify(object));
  return { body: { format: 'json' as const, bytes }, options: {}, caller: systemCaller };
}

function create(
  registry: Registry,
  { resource, namespace }: RequestTarget,
  object: unknown,
): Promise<Outcome<unknown>> {
  return registry.create({ resource, namespace }, requestOf(object));
}

async function update(registry: Registry, place: RequestTarget, reconciled: Reconciled): Promise<Outcome<unknown>> {
  switch (reconciled.kind) {
    case 'keep':
      return { ok: true, value: undefined };
    case 'update':
      return registry.update(place, requestOf(reconciled.object));
    case 'replace': {
      const deleted = await registry.delete(place, { options: {}, caller: systemCaller });
      return deleted.ok ? create(registry, place, reconciled.object) : deleted;
    }
  }
}
