import { expect, it } from '@jest/globals';

import { definitionOf } from '../testing/definitions.ts';
import { approvalAnnotation, approvalCondition } from './approval.ts';

it.each<[string, string | undefined, [string, string] | undefined]>([
  ['widgets.example.com', undefined, undefined],
  ['widgets.things.k8s.io', undefined, ['False', 'MissingAnnotation']],
  ['widgets.kubernetes.io', 'https://example.com/1', ['True', 'ApprovedAnnotation']],
  ['widgets.k8s.io', 'unapproved, for now', ['False', 'UnapprovedAnnotation']],
  ['widgets.k8s.io', 'who knows', ['False', 'InvalidAnnotation']],
])('%s with %j is approved: %j', (name, value, expected) => {
  const definition = definitionOf(name);
  if (value !== undefined) definition.metadata.annotations = { [approvalAnnotation]: value };
  const condition = approvalCondition(definition);
  expect(condition && [condition.status, condition.reason]).toEqual(expected);
});
