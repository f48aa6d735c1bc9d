/** Topology selectors: which zones or regions a volume may be made in. */
import { field, list, message, required, string, type TypeOf } from '@keelson/schema';

export const TopologySelectorLabelRequirement = message(
  'io.k8s.api.core.v1.TopologySelectorLabelRequirement',
  {
    key: required(1, string, { about: 'Label to test.' }),
    values: required(2, list(string), { about: 'Values of which one must match.' }),
  },
  { about: 'One test on a topology label.' },
);
export type TopologySelectorLabelRequirement = TypeOf<typeof TopologySelectorLabelRequirement>;

export const TopologySelectorTerm = message(
  'io.k8s.api.core.v1.TopologySelectorTerm',
  {
    matchLabelExpressions: field(1, list(TopologySelectorLabelRequirement), {
      about: 'Label tests that describe the places.',
    }),
  },
  { about: 'Places by node labels; all expressions must match.', structType: 'atomic' },
);
export type TopologySelectorTerm = TypeOf<typeof TopologySelectorTerm>;
