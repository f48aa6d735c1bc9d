/**
 * Reads the file of `--encryption-provider-config`: YAML or JSON, an
 * `EncryptionConfiguration` as kube-apiserver has it. It reports all that is wrong
 * at once, each with its path, and never shows a secret.
 */
import { parseYaml } from '@keelson/schema';

import type { ConfigurationResult, EncryptionProvider, EncryptionRule } from './configuration.ts';
import { createIssueList, readFields, readItems, readText } from './issue-list.ts';
import type { IssueList } from './issue-list.ts';
import { readProvider } from './read-provider.ts';
import { coversPattern, parseResourcePattern } from './resource-pattern.ts';
import type { ResourcePattern } from './resource-pattern.ts';

const kind = 'EncryptionConfiguration';

export interface ParseConfigurationOptions {
  /** The end of the group: `apiserver.config.<domain>`. */
  readonly domain?: string;
}

export function parseEncryptionConfiguration(
  text: string,
  { domain = 'k8s.io' }: ParseConfigurationOptions = {},
): ConfigurationResult {
  const yaml = parseYaml(text);
  if (!yaml.ok) {
    // The messages of the YAML reader may quote the file, and so a secret.
    const where = yaml.line === undefined ? '' : ` (line ${yaml.line})`;
    return { ok: false, issues: [{ path: '', message: `the file is not well-formed YAML${where}` }] };
  }
  const [document] = yaml.documents;
  if (document === undefined || yaml.documents.length > 1) {
    return { ok: false, issues: [{ path: '', message: `the file has to have one document, an ${kind}` }] };
  }
  const list = createIssueList();
  const rules = readConfiguration(document, `apiserver.config.${domain}/v1`, list);
  return list.issues.length === 0 ? { ok: true, configuration: { rules } } : { ok: false, issues: list.issues };
}

function readConfiguration(document: unknown, apiVersion: string, list: IssueList): readonly EncryptionRule[] {
  const fields = readFields(document, '', ['apiVersion', 'kind', 'resources'], list);
  if (fields === undefined) return [];
  if (fields.get('apiVersion') !== apiVersion) list.add('apiVersion', `has to be ${apiVersion}`);
  if (fields.get('kind') !== kind) list.add('kind', `has to be ${kind}`);
  const earlier: PlacedPattern[] = [];
  const rules: EncryptionRule[] = [];
  for (const [index, item] of readItems(fields.get('resources'), 'resources', 'rule', list).entries()) {
    const rule = readRule(item, `resources[${index}]`, earlier, list);
    if (rule !== undefined) rules.push(rule);
  }
  return rules;
}

interface PlacedPattern {
  readonly pattern: ResourcePattern;
  readonly path: string;
}

function readRule(value: unknown, path: string, earlier: PlacedPattern[], list: IssueList): EncryptionRule | undefined {
  const fields = readFields(value, path, ['resources', 'providers'], list);
  if (fields === undefined) return undefined;
  const resources = readPatterns(fields.get('resources'), `${path}.resources`, earlier, list);
  const providers: EncryptionProvider[] = [];
  for (const [index, item] of readItems(fields.get('providers'), `${path}.providers`, 'provider', list).entries()) {
    const provider = readProvider(item, `${path}.providers[${index}]`, list);
    if (provider !== undefined) providers.push(provider);
  }
  reportRepeated(providers, `${path}.providers`, list);
  return { resources, providers };
}

function readPatterns(
  value: unknown,
  path: string,
  earlier: PlacedPattern[],
  list: IssueList,
): readonly ResourcePattern[] {
  const patterns: ResourcePattern[] = [];
  for (const [index, item] of readItems(value, path, 'resource', list).entries()) {
    const here = `${path}[${index}]`;
    const text = readText(item, here, list);
    if (text === undefined) continue;
    const result = parseResourcePattern(text);
    if (!result.ok) {
      list.add(here, result.message);
      continue;
    }
    const { pattern } = result;
    const wider = earlier.find((each) => coversPattern(each.pattern, pattern));
    if (wider !== undefined) {
      const advice = 'remove it, or put the narrower rule first';
      list.add(here, `would have no effect, ${wider.pattern.text} at ${wider.path} covers it: ${advice}`);
    }
    earlier.push({ pattern, path: here });
    patterns.push(pattern);
  }
  return patterns;
}

/** Provider and name are all that a value tells of its secret, so together they have to tell one. */
function reportRepeated(providers: readonly EncryptionProvider[], path: string, list: IssueList): void {
  const seen = new Set<string>();
  for (const each of providers) {
    const names = each.provider === 'identity' ? [''] : each.secrets.map(({ name }) => name);
    for (const name of names) {
      const id = `${each.provider}:${name}`;
      if (seen.has(id)) {
        const what = name === '' ? 'identity' : `the name ${JSON.stringify(name)} for a key of ${each.provider}`;
        list.add(path, `has ${what} twice: keep one`);
      }
      seen.add(id);
    }
  }
}
