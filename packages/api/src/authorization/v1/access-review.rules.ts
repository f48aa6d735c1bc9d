/** Validates access reviews: request attributes and subject. Reviews are answered, never stored. */
import type { Report, ResourceHooks } from '@keelson/schema';

interface Question {
  readonly resourceAttributes?: { readonly namespace?: string };
  readonly nonResourceAttributes?: object;
}

interface QuestionOnUser extends Question {
  readonly user?: string;
  readonly groups?: readonly string[];
}

interface Review<Spec> {
  readonly metadata: { readonly namespace?: string };
  readonly spec: Spec;
}

const oneQuestion = 'Exactly one of resourceAttributes and nonResourceAttributes is given.';
const someUser = 'A user or a group is given.';

export const selfReviewRules = [oneQuestion, 'metadata is empty.'];
export const subjectReviewRules = [oneQuestion, someUser, 'metadata is empty.'];
export const localReviewRules = [
  'resourceAttributes are given, in the namespace of the request.',
  someUser,
  'metadata has nothing but a namespace.',
];

export const selfReviewHooks: ResourceHooks<Review<Question>> = {
  validateCreate(review, report) {
    report.within('spec', () => validateQuestion(review.spec, report));
    validateMetadata(review, [], 'must be empty', report);
  },
};

export const subjectReviewHooks: ResourceHooks<Review<QuestionOnUser>> = {
  validateCreate(review, report) {
    report.within('spec', () => validateQuestionOnUser(review.spec, report));
    validateMetadata(review, [], 'must be empty', report);
  },
};

export const localReviewHooks: ResourceHooks<Review<QuestionOnUser>> = {
  validateCreate(review, report) {
    report.within('spec', () => validateQuestionOnUser(review.spec, report));
    validateMetadata(review, ['namespace'], 'must be empty except for namespace', report);
    report.within('spec', () => validateNamespace(review, report));
  },
};

function validateQuestion({ resourceAttributes, nonResourceAttributes }: Question, report: Report): void {
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    const detail = 'cannot be specified in combination with resourceAttributes';
    report.invalid('nonResourceAttributes', nonResourceAttributes, detail);
  }
  if (resourceAttributes === undefined && nonResourceAttributes === undefined) {
    const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    report.invalid('resourceAttributes', null, detail);
  }
}

function validateQuestionOnUser(spec: QuestionOnUser, report: Report): void {
  validateQuestion(spec, report);
  const { user = '', groups = [] } = spec;
  if (user === '' && groups.length === 0)
    report.invalid('user', user, 'at least one of user or group must be specified');
}

function validateNamespace({ metadata, spec }: Review<QuestionOnUser>, report: Report): void {
  const { resourceAttributes, nonResourceAttributes } = spec;
  const namespace = resourceAttributes?.namespace ?? '';
  if (resourceAttributes !== undefined && namespace !== (metadata.namespace ?? '')) {
    report.invalid('resourceAttributes.namespace', namespace, 'must match metadata.namespace');
  }
  if (nonResourceAttributes !== undefined) {
    report.invalid('nonResourceAttributes', nonResourceAttributes, 'disallowed on this kind of request');
  }
}

/** Managed fields are exempt, as the server itself writes them. */
function validateMetadata(
  { metadata }: Review<Question>,
  allowed: readonly string[],
  detail: string,
  report: Report,
): void {
  const filled = Object.entries(metadata).filter(
    ([, value]: [string, unknown]) => value !== null && value !== undefined,
  );
  if (filled.some(([key]) => key !== 'managedFields' && !allowed.includes(key))) {
    report.invalid('metadata', metadata, detail);
  }
}
