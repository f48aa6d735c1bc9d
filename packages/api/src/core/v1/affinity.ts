/** Affinity: nodes and pods that a pod prefers to run with or apart from. */
import { field, int32, list, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { NodeSelector, PreferredSchedulingTerm } from './node-selector.ts';

export const NodeAffinity = message(
  'io.k8s.api.core.v1.NodeAffinity',
  {
    requiredDuringSchedulingIgnoredDuringExecution: optional(1, NodeSelector, {
      about: 'What a node must fulfil for the pod to be scheduled there.',
    }),
    preferredDuringSchedulingIgnoredDuringExecution: field(2, list(PreferredSchedulingTerm), {
      about: 'What makes a node better; weights of matching terms add up.',
    }),
  },
  { about: 'Rules about nodes; not rechecked once the pod runs.' },
);
export type NodeAffinity = TypeOf<typeof NodeAffinity>;

export const PodAffinityTerm = message(
  'io.k8s.api.core.v1.PodAffinityTerm',
  {
    labelSelector: optional(1, LabelSelector, { about: 'Labels of the pods meant; unset matches none.' }),
    namespaces: field(2, list(string), {
      about: "Namespaces to look in, joined with `namespaceSelector`; both unset means the pod's own.",
    }),
    topologyKey: required(3, string, {
      about: 'Node label whose equal values mean the same place; must not be empty.',
    }),
    namespaceSelector: optional(4, LabelSelector, {
      about: 'Labels of namespaces to look in; an empty selector means all.',
    }),
  },
  { about: 'A set of pods, and what counts as being in the same place.' },
);
export type PodAffinityTerm = TypeOf<typeof PodAffinityTerm>;

export const WeightedPodAffinityTerm = message(
  'io.k8s.api.core.v1.WeightedPodAffinityTerm',
  {
    weight: required(1, int32, { about: 'How much the term counts, 1 to 100.' }),
    podAffinityTerm: required(2, PodAffinityTerm, { about: 'The term itself.' }),
  },
  { about: 'A pod term with a weight.' },
);
export type WeightedPodAffinityTerm = TypeOf<typeof WeightedPodAffinityTerm>;

export const PodAffinity = message(
  'io.k8s.api.core.v1.PodAffinity',
  {
    requiredDuringSchedulingIgnoredDuringExecution: field(1, list(PodAffinityTerm), {
      about: 'Terms that must all be met for a node to qualify.',
    }),
    preferredDuringSchedulingIgnoredDuringExecution: field(2, list(WeightedPodAffinityTerm), {
      about: 'Terms that make a node better; weights of those met add up.',
    }),
  },
  { about: 'Rules for being near other pods; not rechecked once the pod runs.' },
);
export type PodAffinity = TypeOf<typeof PodAffinity>;

export const PodAntiAffinity = message(
  'io.k8s.api.core.v1.PodAntiAffinity',
  {
    requiredDuringSchedulingIgnoredDuringExecution: field(1, list(PodAffinityTerm), {
      about: "Terms none of whose pods may share the node's topology domain.",
    }),
    preferredDuringSchedulingIgnoredDuringExecution: field(2, list(WeightedPodAffinityTerm), {
      about: 'Terms that make a node worse; weights of those violated add up.',
    }),
  },
  { about: 'Rules for being apart from other pods; not rechecked once the pod runs.' },
);
export type PodAntiAffinity = TypeOf<typeof PodAntiAffinity>;

export const Affinity = message(
  'io.k8s.api.core.v1.Affinity',
  {
    nodeAffinity: optional(1, NodeAffinity, { about: 'Rules about the nodes the pod may or should run on.' }),
    podAffinity: optional(2, PodAffinity, { about: 'Rules that place the pod near certain other pods.' }),
    podAntiAffinity: optional(3, PodAntiAffinity, { about: 'Rules that keep the pod away from certain other pods.' }),
  },
  { about: 'Scheduling rules of a pod.' },
);
export type Affinity = TypeOf<typeof Affinity>;
