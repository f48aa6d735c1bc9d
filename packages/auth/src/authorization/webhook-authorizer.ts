/**
 * Delegates authorization to another server by a SubjectAccessReview, and caches its
 * answers for a while.
 */
import type { UserInfo, RequestAttributes } from '@keelson/meta';

import type { PostReview } from '../webhook/review-client.ts';
import type { Authorizer, Decision, RulesAnswer } from './authorizer.ts';

export interface WebhookAuthorizerOptions {
  readonly post: PostReview;
  /** Of the review: `authorization.{domain}`, in this version. */
  readonly group: string;
  readonly version: 'v1' | 'v1beta1';
  /** Cache lifetime of an answer; 0 disables the cache. */
  readonly allowedMs: number;
  readonly refusedMs: number;
  /** Milliseconds from any fixed moment. */
  readonly now?: () => number;
}

interface Remembered {
  readonly decision: Decision;
  readonly untilMs: number;
}

const maxRemembered = 8_192;
/** Questions that are longer are asked each time: remembering them would let callers fill the memory. */
const maxQuestionLength = 10_000;

export function createWebhookAuthorizer(options: WebhookAuthorizerOptions): Authorizer {
  const { post, group, version, allowedMs, refusedMs, now = () => performance.now() } = options;
  const remembered = new Map<string, Remembered>();

  const ask = async (spec: object, key: string): Promise<Decision> => {
    const apiVersion = `${group}/${version}`;
    const reply = await post({ apiVersion, kind: 'SubjectAccessReview', metadata: { creationTimestamp: null }, spec });
    if (!reply.ok) return { verdict: 'noOpinion', error: `the authorization webhook failed: ${reply.message}` };
    const decision = readDecision(reply.body);
    const countsMs = decision.verdict === 'allow' ? allowedMs : refusedMs;
    if (decision.error !== undefined || countsMs <= 0 || key.length > maxQuestionLength) return decision;
    remembered.delete(key);
    if (remembered.size >= maxRemembered) forgetOldest(remembered);
    remembered.set(key, { decision, untilMs: now() + countsMs });
    return decision;
  };

  return {
    authorize: (user, attributes) => {
      const spec = specOf(user, attributes, version);
      const key = JSON.stringify(spec);
      const known = remembered.get(key);
      if (known !== undefined && known.untilMs > now()) return known.decision;
      return ask(spec, key);
    },
    rulesFor: () => unknownRules,
  };
}

const unknownRules: RulesAnswer = {
  rules: [],
  isIncomplete: true,
  errors: ['webhook authorizer does not support user rule resolution'],
};

function forgetOldest(remembered: Map<string, unknown>): void {
  const oldest = remembered.keys().next();
  if (oldest.done !== true) remembered.delete(oldest.value);
}

/** Empty fields are omitted. */
function specOf(
  { name, uid, groups, extra }: UserInfo,
  attributes: RequestAttributes,
  version: 'v1' | 'v1beta1',
): object {
  return withoutEmpty({
    ...attributesOf(attributes),
    user: name,
    [version === 'v1' ? 'groups' : 'group']: groups.length === 0 ? undefined : groups,
    extra,
    uid,
  });
}

function attributesOf(attributes: RequestAttributes): object {
  if (attributes.kind === 'path') {
    return { nonResourceAttributes: withoutEmpty({ path: attributes.path, verb: attributes.verb }) };
  }
  const { namespace, verb, group, version, resource, subresource, name } = attributes;
  return { resourceAttributes: withoutEmpty({ namespace, verb, group, version, resource, subresource, name }) };
}

function withoutEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

/** An answer with an error is not remembered: the next one may be without. */
function readDecision(body: unknown): Decision {
  const status = statusIn(body);
  if (status === undefined) return { verdict: 'noOpinion', error: 'the authorization webhook answered with no review' };
  const { allowed, denied, reason, evaluationError } = status;
  const told = typeof reason === 'string' && reason !== '' ? { reason } : {};
  if (denied === true && allowed === true) {
    return { verdict: 'deny', ...told, error: 'the authorization webhook both allowed and denied it' };
  }
  if (denied === true) return { verdict: 'deny', ...told };
  if (allowed === true) return { verdict: 'allow', ...told };
  const error = typeof evaluationError === 'string' && evaluationError !== '' ? { error: evaluationError } : {};
  return { verdict: 'noOpinion', ...told, ...error };
}

function statusIn(body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { status } = body as { readonly status?: unknown };
  if (status === undefined || status === null) return {};
  return typeof status === 'object' ? (status as Readonly<Record<string, unknown>>) : undefined;
}
