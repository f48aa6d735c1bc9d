/** Rules of a simulation: settings of pods and shapes of nodes. Later rules win; a pod's annotations win over rules. */
import type { Labels } from '@keelson/meta';

import { annotationPrefix, settingNames, type Settings } from './pod-behaviour.ts';

export interface PodRule {
  readonly namespace?: string | undefined;
  /** A pattern, in which `*` matches any text. */
  readonly name?: string | undefined;
  readonly labels: Labels;
  readonly settings: Settings;
}

export interface NodeRule {
  /** Absent for all nodes. */
  readonly names?: readonly string[] | undefined;
  readonly capacity: Readonly<Record<string, string>>;
  readonly labels: Labels;
  readonly taints: readonly NodeRuleTaint[];
}

export interface NodeRuleTaint {
  readonly key: string;
  readonly value?: string | undefined;
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

export interface SimulationRules {
  readonly pods: readonly PodRule[];
  readonly nodes: readonly NodeRule[];
}

export const noRules: SimulationRules = { pods: [], nodes: [] };

interface RuledPod {
  readonly namespace: string;
  readonly name: string;
  readonly head: { readonly labels: Labels; readonly annotations: Labels };
}

export function settingsOf(pod: RuledPod, { pods: rules }: SimulationRules): Settings {
  const settings = new Map<string, string>();
  for (const rule of rules) {
    if (applies(rule, pod)) for (const [name, text] of rule.settings) settings.set(name, text);
  }
  for (const name of settingNames) {
    const key = annotationPrefix + name;
    const { annotations } = pod.head;
    if (Object.hasOwn(annotations, key)) settings.set(name, annotations[key] ?? '');
  }
  return settings;
}

function applies({ namespace, name, labels }: PodRule, pod: RuledPod): boolean {
  if (namespace !== undefined && namespace !== pod.namespace) return false;
  if (name !== undefined && !matchesPattern(name, pod.name)) return false;
  return Object.entries(labels).every(
    ([key, value]) => Object.hasOwn(pod.head.labels, key) && pod.head.labels[key] === value,
  );
}

/** Linear in both lengths: the search for each part starts at the end of the previous one. */
function matchesPattern(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}
