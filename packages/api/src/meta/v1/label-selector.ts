/** Label selectors in objects. */
import { field, list, map, message, named, required, string, usually, type TypeOf } from '@keelson/schema';

export const LabelSelectorRequirement = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement',
  {
    key: required(1, string, { patchStrategy: 'merge', patchMergeKey: 'key', about: 'Label key to test.' }),
    operator: required(2, named('v1.LabelSelectorOperator', usually('In', 'NotIn', 'Exists', 'DoesNotExist')), {
      about: 'How the label is tested: In, NotIn, Exists or DoesNotExist.',
    }),
    values: field(3, list(string), { about: 'Values for In and NotIn; must be empty for the other operators.' }),
  },
  { about: 'One test on a label.' },
);
export type LabelSelectorRequirement = TypeOf<typeof LabelSelectorRequirement>;

export const LabelSelector = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector',
  {
    matchLabels: field(1, map(string), { about: 'Labels an object must have with exactly these values.' }),
    matchExpressions: field(2, list(LabelSelectorRequirement), {
      about: 'Requirements on labels; every one must be met.',
    }),
  },
  {
    about: 'A query over labels; all parts must match, and an empty selector matches everything.',
    structType: 'atomic',
  },
);
export type LabelSelector = TypeOf<typeof LabelSelector>;
