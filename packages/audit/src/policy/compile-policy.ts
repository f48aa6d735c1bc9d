/** A policy as a function: what is to be written down of a request. */
import type { UserInfo, ObjectRef } from '@keelson/meta';

import type { Level, Stage } from '../event.ts';
import type { GroupResources, Policy, AuditPolicyRule } from './policy.ts';

/** The attributes that policy rules match. */
export interface AuditedRequest {
  readonly user: UserInfo | undefined;
  readonly verb: string;
  /** Absent for non-resource requests. */
  readonly object: ObjectRef | undefined;
  readonly path: string;
}

export interface PolicyDecision {
  readonly level: Level;
  readonly omits: ReadonlySet<Stage>;
  readonly omitsManagedFields: boolean;
}

export type DecideLevel = (request: AuditedRequest) => PolicyDecision;

const none: PolicyDecision = { level: 'None', omits: new Set(), omitsManagedFields: false };

export function compilePolicy({ rules, omitStages, omitManagedFields }: Policy): DecideLevel {
  const compiled = rules.map((rule) => ({
    fits: compileRule(rule),
    decision: {
      level: rule.level,
      omits: new Set([...omitStages, ...rule.omitStages]),
      omitsManagedFields: rule.omitManagedFields ?? omitManagedFields,
    },
  }));
  return (request) => {
    for (const { fits, decision } of compiled) if (fits(request)) return decision;
    return none;
  };
}

type Fits = (request: AuditedRequest) => boolean;

function compileRule(rule: AuditPolicyRule): Fits {
  const checks: Fits[] = [];
  const { users, userGroups, verbs, namespaces, resources, nonResourceUrls } = rule;
  if (users.length > 0) {
    const wanted = new Set(users);
    checks.push(({ user }) => user !== undefined && wanted.has(user.name));
  }
  if (userGroups.length > 0) {
    const wanted = new Set(userGroups);
    checks.push(({ user }) => user?.groups.some((group) => wanted.has(group)) === true);
  }
  if (verbs.length > 0) {
    const wanted = new Set(verbs);
    checks.push(({ verb }) => wanted.has(verb));
  }
  if (namespaces.length > 0) {
    const wanted = new Set(namespaces);
    checks.push(({ object }) => object !== undefined && wanted.has(object.namespace));
  }
  if (resources.length > 0) {
    checks.push(({ object }) => object !== undefined && resources.some((each) => isAmong(object, each)));
  }
  if (nonResourceUrls.length > 0) {
    checks.push(({ object, path }) => object === undefined && nonResourceUrls.some((url) => matchesUrl(path, url)));
  }
  return (request) => checks.every((check) => check(request));
}

function isAmong(object: ObjectRef, { group, resources, resourceNames }: GroupResources): boolean {
  if (group !== object.group) return false;
  if (resources.length === 0) return true;
  if (resourceNames.length > 0 && !resourceNames.includes(object.name)) return false;
  return resources.some((wanted) => matchesResource(object, wanted));
}

/** `*` is all, `pods` is not `pods/log`. */
function matchesResource({ resource, subresource }: ObjectRef, wanted: string): boolean {
  if (wanted === '*') return true;
  if (wanted === (subresource === '' ? resource : `${resource}/${subresource}`)) return true;
  if (wanted.startsWith('*/')) return subresource !== '' && wanted.slice(2) === subresource;
  return wanted.endsWith('/*') && wanted.slice(0, -2) === resource;
}

function matchesUrl(path: string, wanted: string): boolean {
  return wanted === '*' || wanted === path || (wanted.endsWith('*') && path.startsWith(wanted.slice(0, -1)));
}
