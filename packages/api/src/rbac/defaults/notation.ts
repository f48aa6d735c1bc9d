/** A short notation for rules and roles that are data: words in a text, separated by spaces. */
import type { PolicyRule } from '../v1/policy-rule.ts';

/** To whom a default role is given. Service accounts are those of the system's namespace. */
export type Holder = `user ${string}` | `group ${string}` | `account ${string}`;

/** The roles for people, which are put together out of others. */
export type Collected = 'admin' | 'edit' | 'view';

export interface DefaultRole {
  readonly name: string;
  /** Absent for a role of the whole cluster. */
  readonly namespace?: string;
  readonly rules?: readonly PolicyRule[];
  /** Further rules, while this feature gate is on. */
  readonly gated?: { readonly featureGate: string; readonly rules: readonly PolicyRule[] };
  /** The role that collects this one. */
  readonly partOf?: Collected;
  /** It has no rules of its own, but those that are part of this. */
  readonly collects?: Collected;
  /** Absent for a role that nobody is given; empty for one whose binding names nobody. */
  readonly heldBy?: readonly Holder[];
  /** Where it is not that of the role. */
  readonly bindingName?: string;
}

/** The group without a name. */
const coreWord = 'core';

/** `groups` and `names` are lists of words too; without groups it is about the core group. */
export function may(verbs: string, resources: string, groups = coreWord, names?: string): PolicyRule {
  return {
    verbs: verbs.split(' '),
    apiGroups: groups.split(' ').map((group) => (group === coreWord ? '' : group)),
    resources: resources.split(' '),
    ...(names !== undefined && { resourceNames: names.split(' ') }),
  };
}

export function mayOpen(urls: string, verbs = 'get'): PolicyRule {
  return { verbs: verbs.split(' '), nonResourceURLs: urls.split(' ') };
}

export const mayRecordEvents = may('create patch update', 'events', 'core events.{domain}');
