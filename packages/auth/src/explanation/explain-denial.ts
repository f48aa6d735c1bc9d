/**
 * Why something is not allowed, in words: which bindings name the subject, which rule
 * comes closest and what it lacks, and the smallest rule that would do.
 */
import type { RequestAttributes, UserInfo } from '@keelson/meta';
import { quote } from '@keelson/schema';

import type { AccessIndex, Grant } from '../authorization/rbac/access-index.ts';
import { wordMissingRole } from '../authorization/rbac/holdings.ts';
import type { Holding } from '../authorization/rbac/holdings.ts';
import { printBinding, printSubject } from '../authorization/rbac/subjects.ts';
import { findClosest } from './closest.ts';
import type { Closest, Part } from './closest.ts';
import { findGrants, isForEveryone } from './find-grants.ts';
import type { Reach } from './find-grants.ts';
import { printPlainRule, smallestRule } from './plain-rule.ts';

export interface Explanation {
  readonly text: string;
  /** True if an applicable binding names the subject, not counting those for everyone. */
  readonly isNamed: boolean;
  /** True if a rule would allow the request, were this object among its `resourceNames`. */
  readonly lacksNameOnly: boolean;
}

/** Maximum listed bindings; the rest is only counted. */
const maxListed = 10;

/** For what was not allowed. Costs a look at all that the subject is given, as far as it is to be looked for. */
export function explainDenial(
  index: AccessIndex,
  user: UserInfo,
  attributes: RequestAttributes,
  reach: Reach = 'everywhere',
): Explanation {
  const { here, elsewhere } = findGrants(index, user, attributes, reach);
  const closest = findClosest(holdingsOf(index, [...here, ...elsewhere]), attributes);
  const lines = [
    wordGrants(index, here, user, attributes),
    ...(closest === undefined ? [] : [wordClosest(closest, attributes)]),
    wordSmallest(attributes),
  ];
  return {
    text: lines.join('\n'),
    isNamed: here.some((grant) => !isForEveryone(grant)),
    lacksNameOnly: closest?.lacks.length === 1 && closest.lacks[0] === 'name',
  };
}

function holdingsOf(index: AccessIndex, grants: readonly Grant[]): Holding[] {
  return grants.flatMap((grant) => {
    const role = index.roleOf(grant.binding);
    return role === undefined ? [] : [{ ...grant, role }];
  });
}

function wordGrants(
  index: AccessIndex,
  grants: readonly Grant[],
  user: UserInfo,
  attributes: RequestAttributes,
): string {
  if (grants.length === 0) return `No binding ${wordWhere(attributes)} names ${wordUser(user)}.`;
  const names = grants.slice(0, maxListed).map((grant) => wordGrant(index, grant));
  const more = grants.length > maxListed ? [`and ${grants.length - maxListed} more`] : [];
  return `Bindings that name the subject: ${[...names, ...more].join('; ')}.`;
}

function wordWhere(attributes: RequestAttributes): string {
  if (attributes.kind === 'path' || attributes.namespace === '') return 'of the whole cluster';
  return `of the cluster or of the namespace ${quote(attributes.namespace)}`;
}

function wordUser({ name, groups }: UserInfo): string {
  const quoted = groups.map(quote).join(', ');
  if (name === '') return `any of the groups ${quoted}`;
  return groups.length === 0 ? `the user ${quote(name)}` : `the user ${quote(name)} or any of the groups ${quoted}`;
}

function wordGrant(index: AccessIndex, grant: Grant): string {
  const { binding, subject } = grant;
  const note = index.roleOf(binding) === undefined ? `, but ${wordMissingRole(grant)}` : '';
  return `${printBinding(binding)} (${wordRole(binding.roleRef)} to ${printSubject(subject, binding)}${note})`;
}

function wordRole({ kind, name }: Grant['binding']['roleRef']): string {
  return `${kind} ${quote(name)}`;
}

function wordClosest({ holding: { binding }, rule, position, lacks }: Closest, attributes: RequestAttributes): string {
  const where = `rule ${position} of ${wordRole(binding.roleRef)}, through ${printBinding(binding)}`;
  const missing = lacks.map((part) => wordLack(part, binding.namespace, attributes)).join(' and ');
  return `The closest is ${where}: ${printPlainRule(rule)}; what is missing is ${missing}.`;
}

function wordLack(part: Part, boundIn: string, attributes: RequestAttributes): string {
  if (attributes.kind === 'path') return part === 'path' ? `the path ${quote(attributes.path)}` : wordVerb(attributes);
  const { group, resource, subresource, name, namespace } = attributes;
  switch (part) {
    case 'verb':
      return wordVerb(attributes);
    case 'group':
      return `the API group ${quote(group)}`;
    case 'resource':
      return `the resource ${quote(subresource === '' ? resource : `${resource}/${subresource}`)}`;
    case 'name':
      return name === '' ? 'that the rule is for all names' : `the name ${quote(name)}`;
    case 'namespace':
      return `${namespace === '' ? 'the whole cluster' : `the namespace ${quote(namespace)}`}, for it counts in ${quote(boundIn)} only`;
    case 'path':
      return '';
  }
}

function wordVerb({ verb }: RequestAttributes): string {
  return `the verb ${quote(verb)}`;
}

function wordSmallest(attributes: RequestAttributes): string {
  const rule = printPlainRule(smallestRule(attributes));
  const isLocal = attributes.kind === 'resource' && attributes.namespace !== '';
  const where = isLocal
    ? `in a role that a binding in the namespace ${quote(attributes.namespace)} gives to the subject`
    : 'in a role that a binding of the whole cluster gives to the subject';
  return `The smallest rule that would allow it: ${rule}, ${where}.`;
}
