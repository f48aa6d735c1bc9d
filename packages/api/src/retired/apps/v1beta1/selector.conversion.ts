/** Selectors that could be left out: they were then the labels of the pod template. */
import type { LabelSelector } from '../../../meta/v1/label-selector.ts';

interface Selecting {
  readonly selector?: LabelSelector | null;
  readonly template: { readonly metadata: { readonly labels?: Record<string, string> } };
}

export function selectorOf({ selector, template }: Selecting): LabelSelector | null {
  const { labels } = template.metadata;
  if (selector) return selector;
  return labels === undefined ? null : { matchLabels: { ...labels } };
}

/** For the field of a version that leaves it out when it is unset. */
export function selectorField(selector: LabelSelector | null): { selector?: LabelSelector } {
  return selector === null ? {} : { selector };
}
