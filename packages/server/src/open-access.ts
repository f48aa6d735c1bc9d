/**
 * Puts authorization together: the authorizers of requests, the admission plugins that guard
 * roles and bindings, and the answers to reviews.
 */
import { findNodeKinds } from '@keelson/api';
import { createAccessPlugins, createMayDo, type MayDo } from '@keelson/admission';
import {
  createAccessIndex,
  createNodeAuthorizer,
  createNodeRelations,
  createRbacAuthorizer,
  createReviewAnswers,
  createReviewClient,
  createWebhookAuthorizer,
  everyoneAuthorizer,
  indexAccess,
  mastersAuthorizer,
  openPathsAuthorizer,
  unionAuthorizer,
  type Authorizer,
  type PolicyRule,
  type ReviewServer,
  type RulesHeld,
} from '@keelson/auth';
import type { Callouts } from '@keelson/callouts';
import type { Informers } from '@keelson/informers';
import type { AdmissionPlugin, AnswerPostedReview } from '@keelson/registry';
import { reviewOf, type Scheme } from '@keelson/schema';

/** These tell whether the server is healthy, and its version; nothing else. */
const openPaths = ['/healthz', '/livez', '/readyz', '/version'];

/** Discovery for those who verify the tokens that this server issues. */
const issuerRules: readonly PolicyRule[] = [{ verbs: ['get'], nonResourceURLs: ['/.well-known', '/.well-known/*'] }];

/** `RBAC` stands for the roles and bindings that are stored here, `Node` for what nodes may do. */
export type AuthorizerChoice = Authorizer | 'RBAC' | 'Node' | WebhookAuthorizerChoice;

/** Asks another server. */
export interface WebhookAuthorizerChoice {
  readonly kind: 'webhook';
  readonly server: ReviewServer;
  readonly version: 'v1' | 'v1beta1';
  /** Of the group of its reviews. */
  readonly domain: string;
  /** The time for which an answer that allows, or does not allow, counts. */
  readonly allowedMs: number;
  readonly refusedMs: number;
}

export interface AccessParts {
  readonly scheme: Scheme;
  readonly informers: Informers;
  readonly callouts: Pick<Callouts, 'call'>;
}

export interface Access {
  /** Decides requests. */
  readonly authorizer: Authorizer;
  /** The same without what is open to all before there are roles: for reviews of the rights of others. */
  readonly asked: Authorizer;
  /** The rules that callers hold through roles and bindings alone. */
  readonly held: RulesHeld;
  /** For plugins that ask what callers may do. */
  readonly mayDo: MayDo;
  /** To run after every plugin that may change an object. */
  readonly admission: readonly AdmissionPlugin[];
  readonly answerPostedReview: AnswerPostedReview;
  /** The default roles and bindings are there: what was open to all until then is no longer so. */
  noteDefaults(): void;
}

/** The choices are asked in their order. */
export function openAccess(choices: readonly AuthorizerChoice[], parts: AccessParts): Access {
  const { scheme, informers } = parts;
  const index = createAccessIndex();
  indexAccess(informers, index);
  const rbac = createRbacAuthorizer(index);
  const usesRoles = choices.includes('RBAC');
  const chosen = choices.flatMap((choice) => {
    if (choice === 'RBAC') return [rbac, ...forEveryone(scheme)];
    if (choice === 'Node') return [openNodeAuthorizer(parts)];
    return 'kind' in choice ? [openWebhook(choice, parts)] : [choice];
  });
  const asked = unionAuthorizer([mastersAuthorizer, ...chosen]);
  // Roles grant access to health checks, but there are none before the first start is done.
  const open = openPathsAuthorizer(openPaths, () => !usesRoles || !areDefaultsMade);
  let areDefaultsMade = false;
  return {
    authorizer: unionAuthorizer([asked, open]),
    mayDo: createMayDo(asked),
    admission: createAccessPlugins({ authorizer: asked, held: rbac, informers }),
    asked,
    held: rbac,
    answerPostedReview: createReviewAnswers({ authorizer: asked, index: usesRoles ? index : undefined }),
    noteDefaults: () => {
      areDefaultsMade = true;
    },
  };
}

/** Rights that no default role grants: they are newer than those roles, or public anyway. */
function forEveryone(scheme: Scheme): readonly Authorizer[] {
  const mayAskWhoTheyAre = scheme
    .resources()
    .filter((resource) => reviewOf(resource) === 'selfSubject')
    .map(({ group, plural }) => ({ verbs: ['create'], apiGroups: [group], resources: [plural] }));
  return [everyoneAuthorizer(issuerRules, { told: true }), everyoneAuthorizer(mayAskWhoTheyAre, { told: false })];
}

/** Informers of pods and volumes are opened for it alone: without it nothing follows them. */
function openNodeAuthorizer({ scheme, informers }: AccessParts): Authorizer {
  const kinds = findNodeKinds(scheme);
  return createNodeAuthorizer(kinds, createNodeRelations(informers, kinds));
}

function openWebhook(choice: WebhookAuthorizerChoice, { callouts }: AccessParts): Authorizer {
  const { server, version, domain, allowedMs, refusedMs } = choice;
  const post = createReviewClient({ callouts, server });
  return createWebhookAuthorizer({ post, group: `authorization.${domain}`, version, allowedMs, refusedMs });
}
