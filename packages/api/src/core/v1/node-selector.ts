/** Node selectors: requirements on the labels and fields of a node. */
import { field, int32, list, listed, message, required, string, type TypeOf } from '@keelson/schema';

export const NodeSelectorRequirement = message(
  'io.k8s.api.core.v1.NodeSelectorRequirement',
  {
    key: required(1, string, { about: 'Label or field to test.' }),
    operator: required(2, listed('In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'), {
      about: 'How it is tested: In, NotIn, Exists, DoesNotExist, Gt or Lt.',
    }),
    values: field(3, list(string), {
      about: 'Values for In and NotIn, a single integer for Gt and Lt, otherwise empty.',
    }),
  },
  { about: "One test on a node's label or field." },
);
export type NodeSelectorRequirement = TypeOf<typeof NodeSelectorRequirement>;

export const NodeSelectorTerm = message(
  'io.k8s.api.core.v1.NodeSelectorTerm',
  {
    matchExpressions: field(1, list(NodeSelectorRequirement), { about: "Requirements on the node's labels." }),
    matchFields: field(2, list(NodeSelectorRequirement), {
      about: "Requirements on the node's fields; only metadata.name is supported.",
    }),
  },
  { about: 'A conjunction of node requirements; an empty term matches nothing.', structType: 'atomic' },
);
export type NodeSelectorTerm = TypeOf<typeof NodeSelectorTerm>;

export const NodeSelector = message(
  'io.k8s.api.core.v1.NodeSelector',
  {
    nodeSelectorTerms: required(1, list(NodeSelectorTerm), { about: 'Alternatives, at least one.' }),
  },
  { about: 'A choice of nodes; a node fits if any one term matches.', structType: 'atomic' },
);
export type NodeSelector = TypeOf<typeof NodeSelector>;

export const PreferredSchedulingTerm = message(
  'io.k8s.api.core.v1.PreferredSchedulingTerm',
  {
    weight: required(1, int32, { about: 'How much the term counts, 1 to 100.' }),
    preference: required(2, NodeSelectorTerm, { about: 'The term a node should match.' }),
  },
  { about: 'A node term with a weight; an empty term has no effect.' },
);
export type PreferredSchedulingTerm = TypeOf<typeof PreferredSchedulingTerm>;
