/**
 * Finds those of many items whose label selector matches, without a look at each: items with equal selectors are
 * matched once, and selectors that require a label are found by it and, where they name its values, by these.
 */
import { matchesLabels, printLabelSelector, type LabelSelector } from '@keelson/meta';

import type { LabelsOf } from '../contract.ts';

interface Group<T> {
  readonly selector: LabelSelector;
  readonly items: T[];
}

export class SelectorIndex<T> {
  readonly #always: T[] = [];
  readonly #groups = new Map<string, Group<T>>();
  readonly #byLabel = new Map<string, Map<string, Group<T>[]>>();
  /** Groups whose selector requires a label to exist, by its key. */
  readonly #byKey = new Map<string, Group<T>[]>();
  readonly #others: Group<T>[] = [];
  readonly #orderOf: (item: T) => number;

  constructor(items: readonly T[], selectorOf: (item: T) => LabelSelector, orderOf: (item: T) => number) {
    this.#orderOf = orderOf;
    for (const item of items) this.#add(item, selectorOf(item));
  }

  #add(item: T, selector: LabelSelector): void {
    if (selector.length === 0) {
      this.#always.push(item);
      return;
    }
    const key = printLabelSelector(selector);
    const known = this.#groups.get(key);
    if (known !== undefined) {
      known.items.push(item);
      return;
    }
    const group = { selector, items: [item] };
    this.#groups.set(key, group);
    const named = selector.find(({ operator }) => operator === '=' || operator === '==' || operator === 'in');
    if (named !== undefined) {
      for (const value of named.values) this.#file(group, named.key, value);
      return;
    }
    const required = selector.find(({ operator }) => operator === 'exists');
    if (required === undefined) this.#others.push(group);
    else this.#fileByKey(group, required.key);
  }

  #file(group: Group<T>, label: string, value: string): void {
    let byValue = this.#byLabel.get(label);
    if (byValue === undefined) this.#byLabel.set(label, (byValue = new Map<string, Group<T>[]>()));
    const filed = byValue.get(value);
    if (filed === undefined) byValue.set(value, [group]);
    else filed.push(group);
  }

  #fileByKey(group: Group<T>, label: string): void {
    const filed = this.#byKey.get(label);
    if (filed === undefined) this.#byKey.set(label, [group]);
    else filed.push(group);
  }

  /** The items whose selector matches one of these sets of labels, in order. Empty selectors match where there is none. */
  find(...sets: readonly (LabelsOf | undefined)[]): readonly T[] {
    if (this.#groups.size === 0) return this.#always;
    const found = new Set<Group<T>>();
    for (const labels of sets) {
      if (labels === undefined) continue;
      for (const group of this.#others) if (matchesLabels(group.selector, labels)) found.add(group);
      if (this.#byLabel.size + this.#byKey.size > 0) this.#findByLabel(labels, found);
    }
    if (found.size === 0) return this.#always;
    const all = [...this.#always];
    for (const { items } of found) all.push(...items);
    return all.sort((a, b) => this.#orderOf(a) - this.#orderOf(b));
  }

  #findByLabel(labels: LabelsOf, found: Set<Group<T>>): void {
    for (const [label, value] of Object.entries(labels)) {
      takeMatching(this.#byLabel.get(label)?.get(value), labels, found);
      takeMatching(this.#byKey.get(label), labels, found);
    }
  }
}

function takeMatching<T>(groups: readonly Group<T>[] = [], labels: LabelsOf, found: Set<Group<T>>): void {
  for (const group of groups) if (!found.has(group) && matchesLabels(group.selector, labels)) found.add(group);
}
