/** Finds the rules of a flow schema that a request nearly matches: all but one of their words fit. */
import type { PolicyRulesWithSubjects } from '@keelson/api';
import type { RequestAttributes, UserInfo } from '@keelson/meta';

import { compileFlowRules } from '../classify/compile-flow-rules.ts';
import { SubjectIndex } from '../classify/subject-index.ts';

export interface RuleMiss {
  /** The field that does not fit. */
  readonly field: string;
  /** The value of the request. */
  readonly value: string;
}

interface Asked {
  readonly user: UserInfo;
  readonly attributes: RequestAttributes;
}

type ResourceRule = NonNullable<PolicyRulesWithSubjects['resourceRules']>[number];
type PathRule = NonNullable<PolicyRulesWithSubjects['nonResourceRules']>[number];

export function findMisses(rules: readonly PolicyRulesWithSubjects[], asked: Asked): readonly RuleMiss[] {
  return rules.flatMap((rule) => missOf(rule, asked) ?? []);
}

/** One of the rules takes the request. */
export function matchesRules(rules: readonly PolicyRulesWithSubjects[], { user, attributes }: Asked): boolean {
  return rules.some((rule) => hasSubject(rule, user) && compileFlowRules(rule)(attributes));
}

function missOf(rule: PolicyRulesWithSubjects, { user, attributes }: Asked): RuleMiss | undefined {
  const { resourceRules = [], nonResourceRules = [] } = rule;
  if (!hasSubject(rule, user)) {
    return compileFlowRules(rule)(attributes) ? { field: 'subjects', value: user.name } : undefined;
  }
  const misses =
    attributes.kind === 'resource'
      ? resourceRules.map((each) => missOfResource(each, attributes))
      : nonResourceRules.map((each) => missOfPath(each, attributes));
  return misses.find((miss) => miss !== undefined);
}

function hasSubject(rule: PolicyRulesWithSubjects, user: UserInfo): boolean {
  const index = new SubjectIndex<PolicyRulesWithSubjects>();
  index.add(rule, rule);
  return [...index.rulesFor(user)].length > 0;
}

/** Undefined where more than one word does not fit. */
function missOfResource(
  rule: ResourceRule,
  attributes: Extract<RequestAttributes, { readonly kind: 'resource' }>,
): RuleMiss | undefined {
  const { verb, group, resource, subresource, namespace } = attributes;
  const misses: RuleMiss[] = [];
  if (!hasWord(rule.verbs, verb)) misses.push({ field: 'verbs', value: verb });
  if (!hasWord(rule.apiGroups, group)) misses.push({ field: 'apiGroups', value: group });
  const name = subresource === '' ? resource : `${resource}/${subresource}`;
  if (!hasWord(rule.resources, name)) misses.push({ field: 'resources', value: name });
  if (namespace !== '' && !hasWord(rule.namespaces, namespace)) misses.push({ field: 'namespaces', value: namespace });
  if (namespace === '' && rule.clusterScope !== true) misses.push({ field: 'clusterScope', value: 'true' });
  return misses.length === 1 ? misses[0] : undefined;
}

function missOfPath(
  rule: PathRule,
  attributes: Extract<RequestAttributes, { readonly kind: 'path' }>,
): RuleMiss | undefined {
  const { verb, path } = attributes;
  const isVerb = hasWord(rule.verbs, verb);
  const isPath = compileFlowRules({ subjects: [], nonResourceRules: [{ ...rule, verbs: ['*'] }] })(attributes);
  if (isVerb === isPath) return undefined;
  return isVerb ? { field: 'nonResourceURLs', value: path } : { field: 'verbs', value: verb };
}

function hasWord(words: readonly string[] | null | undefined, word: string): boolean {
  return words?.some((each) => each === '*' || each === word) === true;
}
