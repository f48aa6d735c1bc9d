/** Parses the rules of a simulation from YAML or JSON, strictly: an unknown field is a fault. */
import { ExactNumber, parseQuantity, parseYaml } from '@keelson/schema';

import { findSettingFault } from './pod-behaviour.ts';
import type { NodeRule, NodeRuleTaint, PodRule, SimulationRules } from './simulation-rules.ts';

export type ParsedRules =
  | { readonly ok: true; readonly rules: SimulationRules }
  /** `message` names the place in the document. */
  | { readonly ok: false; readonly message: string };

class RulesFault extends Error {}

/** The limit of a rules file. */
const limitBytes = 1024 * 1024;

export function parseSimulationRules(text: string): ParsedRules {
  if (text.length > limitBytes) return { ok: false, message: `it is longer than ${limitBytes} bytes` };
  const parsed = parseYaml(text);
  if (!parsed.ok) return { ok: false, message: `line ${parsed.line ?? 1}: ${parsed.message}` };
  const [document, another] = parsed.documents;
  if (another !== undefined) return { ok: false, message: 'it has several documents' };
  try {
    return { ok: true, rules: readRules(document ?? {}) };
  } catch (error) {
    if (error instanceof RulesFault) return { ok: false, message: error.message };
    throw error;
  }
}

function readRules(document: unknown): SimulationRules {
  const { pods, nodes, ...rest } = mappingAt(document, 'the document');
  refuseUnknown(rest, 'the document', 'pods, nodes');
  return {
    pods: listAt(pods, 'pods').map((each, index) => readPodRule(each, `pods[${index}]`)),
    nodes: listAt(nodes, 'nodes').map((each, index) => readNodeRule(each, `nodes[${index}]`)),
  };
}

function readPodRule(value: unknown, at: string): PodRule {
  const { match, ...settings } = mappingAt(value, at);
  const { namespace, name, labels, ...rest } = mappingAt(match ?? {}, `${at}.match`);
  refuseUnknown(rest, `${at}.match`, 'namespace, name, labels');
  return {
    namespace: namespace === undefined ? undefined : textAt(namespace, `${at}.match.namespace`),
    name: name === undefined ? undefined : textAt(name, `${at}.match.name`),
    labels: textsAt(labels ?? {}, `${at}.match.labels`),
    settings: new Map(Object.entries(settings).map(([word, each]) => readSetting(word, each, at))),
  };
}

function readSetting(word: string, value: unknown, at: string): readonly [string, string] {
  const name = word.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const text = textAt(value, `${at}.${word}`);
  const fault = findSettingFault(name, text);
  if (fault !== undefined)
    throw new RulesFault(`${at}.${word}: ${fault.startsWith('is no setting') ? word : `"${text}"`} ${fault}`);
  return [name, text];
}

function readNodeRule(value: unknown, at: string): NodeRule {
  const { names, capacity, labels, taints, ...rest } = mappingAt(value, at);
  refuseUnknown(rest, at, 'names, capacity, labels, taints');
  const amounts = textsAt(capacity ?? {}, `${at}.capacity`);
  for (const [name, amount] of Object.entries(amounts)) {
    if (!parseQuantity(amount).ok)
      throw new RulesFault(`${at}.capacity.${name}: "${amount}" is no quantity such as 4 or 16Gi`);
  }
  return {
    names: names === undefined ? undefined : listAt(names, `${at}.names`).map((each) => textAt(each, `${at}.names`)),
    capacity: amounts,
    labels: textsAt(labels ?? {}, `${at}.labels`),
    taints: listAt(taints, `${at}.taints`).map((each, index) => readTaint(each, `${at}.taints[${index}]`)),
  };
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

function readTaint(value: unknown, at: string): NodeRuleTaint {
  const { key, value: text, effect, ...rest } = mappingAt(value, at);
  refuseUnknown(rest, at, 'key, value, effect');
  const known = effects.find((each) => each === effect);
  if (known === undefined) throw new RulesFault(`${at}.effect is not one of ${effects.join(', ')}`);
  return {
    key: textAt(key, `${at}.key`),
    value: text === undefined ? undefined : textAt(text, `${at}.value`),
    effect: known,
  };
}

function mappingAt(value: unknown, at: string): Readonly<Record<string, unknown>> {
  const isMapping =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
  if (!isMapping) throw new RulesFault(`${at} is no mapping`);
  return value as Readonly<Record<string, unknown>>;
}

function listAt(value: unknown, at: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new RulesFault(`${at} is no list`);
  return value as readonly unknown[];
}

function textAt(value: unknown, at: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof ExactNumber) return String(value);
  throw new RulesFault(`${at} is no text`);
}

function textsAt(value: unknown, at: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(mappingAt(value, at)).map(([key, each]) => [key, textAt(each, `${at}.${key}`)]),
  );
}

function refuseUnknown(rest: object, at: string, known: string): void {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new RulesFault(`${at}: "${unknown}" is not known; there are ${known}`);
}
