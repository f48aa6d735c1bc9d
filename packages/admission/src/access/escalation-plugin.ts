/**
 * Prevents privilege escalation: nobody writes a role with more rights than their own, or binds
 * one to anyone, without the verb `escalate` or `bind`. Runs on the object as earlier plugins
 * left it, before its rules are checked.
 */
import {
  accessResources,
  confirmGrant,
  fieldsOrNone,
  fullAuthority,
  grantsAccess,
  mastersGroup,
  readBinding,
  readRole,
  type Authorizer,
  type PolicyRule,
  type RulesHeld,
} from '@keelson/auth';
import { forbidden, notFound, type Status, type UserInfo } from '@keelson/meta';
import type { Informers } from '@keelson/informers';
import { giveWay } from '@keelson/telemetry';

import type { AdmissionObject, AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { isOnlyBookkeeping } from './only-bookkeeping.ts';

export interface EscalationParts {
  /** May they use the verb? */
  readonly authorizer: Pick<Authorizer, 'authorize'>;
  /** The rules that callers hold through roles and bindings alone. */
  readonly held: RulesHeld;
  /** Of the role that a binding refers to. */
  readonly informers: Pick<Informers, 'resources' | 'lister'>;
}

export function createEscalationPlugin(parts: EscalationParts): AdmissionPlugin {
  return {
    name: 'Escalation',
    concerns: ({ operation, place }) => grantsAccess(place.resource) && operation !== 'delete',
    admit: async (request) => {
      const { operation, place, object, old, caller } = request;
      const { resource } = place;
      if (!grantsAccess(resource) || operation === 'delete' || object === undefined) return undefined;
      const { user } = caller;
      if (user.groups.includes(mastersGroup)) return undefined;
      if (old !== undefined && isOnlyBookkeeping(object, old)) return undefined;
      return resource.purpose.kind === 'role'
        ? checkRole(parts, request, user, object)
        : checkBinding(parts, request, user, object);
    },
  };
}

const anyId = { kind: '', namespace: '', name: '' };

async function checkRole(
  parts: EscalationParts,
  { place, old }: AdmissionRequest,
  user: UserInfo,
  object: AdmissionObject,
): Promise<Status | undefined> {
  const { group, plural } = place.resource;
  const { namespace = '', name = '' } = place;
  const may = { kind: 'resource', verb: 'escalate', group, version: '*', resource: plural, subresource: '' } as const;
  const decision = await parts.authorizer.authorize(user, { ...may, namespace, name });
  if (decision.verdict === 'allow') return undefined;
  const refuse = (why: string): Status => forbidden({ group, resource: plural }, object.metadata.name ?? '', why);
  const confirm = (wanted: readonly PolicyRule[]) => confirmGrant(parts.held, { user, namespace, wanted }, giveWay);
  const why = await confirm(readRole(anyId, object).rules);
  if (why !== undefined) return refuse(why);
  // Its selectors can match any role, so writing one needs full authority.
  const gathers = isAggregating(object) || (old !== undefined && isAggregating(old));
  if (!gathers || (await confirm(fullAuthority)) === undefined) return undefined;
  return refuse('must have cluster-admin privileges to use the aggregationRule');
}

function isAggregating({ aggregationRule }: AdmissionObject): boolean {
  const selectors = (aggregationRule as { readonly clusterRoleSelectors?: unknown } | undefined)?.clusterRoleSelectors;
  return Array.isArray(selectors) && selectors.length > 0;
}

async function checkBinding(
  parts: EscalationParts,
  { place }: AdmissionRequest,
  user: UserInfo,
  object: AdmissionObject,
): Promise<Status | undefined> {
  const { namespace = '' } = place;
  const { roleRef } = readBinding(anyId, object);
  const { kind, name, apiGroup } = roleRef;
  const roles = accessResources(parts.informers.resources);
  const role = roles.find(({ stored }) => stored.purpose.kind === 'role' && stored.kind === kind)?.stored;
  // A role of no kind cannot be bound: its rules say so, to everyone alike.
  if (role === undefined) return undefined;
  const { plural, scope } = role;
  const may = { kind: 'resource', verb: 'bind', group: apiGroup, version: '*', resource: plural } as const;
  const decision = await parts.authorizer.authorize(user, { ...may, subresource: '', namespace, name });
  if (decision.verdict === 'allow') return undefined;
  const lister = parts.informers.lister(role);
  const found = await lister.getMostRecent(scope === 'Namespaced' ? { namespace, name } : { name });
  if (found === undefined) return notFound({ group: apiGroup, resource: plural }, name);
  const why = await confirmGrant(
    parts.held,
    { user, namespace, wanted: readRole(anyId, fieldsOrNone(found)).rules },
    giveWay,
  );
  if (why === undefined) return undefined;
  const { group, plural: bindings } = place.resource;
  return forbidden({ group, resource: bindings }, object.metadata.name ?? '', why);
}
