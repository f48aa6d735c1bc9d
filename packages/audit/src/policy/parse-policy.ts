/** Reads a policy, strictly: what is misspelt would be a rule that silently fits more than it should. */
import { dns1123Subdomain } from '@keelson/meta';
import { findYamlLine, parseYaml, type JsonValue } from '@keelson/schema';

import { levels, stages, type Stage } from '../event.ts';
import type { GroupResources, Policy, AuditPolicyRule } from './policy.ts';
import { PolicyFieldReader, PolicyFault } from './read-fields.ts';

export type PolicyResult =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly message: string; readonly line?: number | undefined };

/** The older versions say the same. */
const versions = ['v1', 'v1beta1', 'v1alpha1'];

/** `group` is that of the API's events: `audit.{domain}`. */
export function parsePolicy(text: string, group: string): PolicyResult {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const [document, another] = parsed.documents;
  if (document === undefined) return { ok: false, message: 'there is nothing in it' };
  if (another !== undefined) return { ok: false, message: 'there are several documents in it' };
  try {
    return { ok: true, policy: readPolicy(document, group) };
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    return { ok: false, message: error.message, line: findYamlLine(text, error.path) };
  }
}

function readPolicy(document: JsonValue, group: string): Policy {
  const reader = new PolicyFieldReader(document, []);
  const apiVersion = reader.text('apiVersion');
  if (!versions.some((version) => apiVersion === `${group}/${version}`)) {
    reader.fail(['apiVersion'], `"${apiVersion}" is not ${group}/v1`);
  }
  if (reader.text('kind') !== 'Policy') reader.fail(['kind'], `"${reader.text('kind')}" is not Policy`);
  reader.skip('metadata');
  const rules = reader.list('rules').map(readRule);
  if (rules.length === 0) reader.fail(['rules'], 'there are no rules');
  const policy = {
    rules,
    omitStages: readStages(reader),
    omitManagedFields: reader.flag('omitManagedFields') ?? false,
  };
  reader.end();
  return policy;
}

function readRule(reader: PolicyFieldReader): AuditPolicyRule {
  const nonResourceUrls = reader.texts('nonResourceURLs');
  const rule = {
    level: reader.oneOf('level', levels),
    users: reader.texts('users'),
    userGroups: reader.texts('userGroups'),
    verbs: reader.texts('verbs'),
    resources: reader.list('resources').map(readResources),
    namespaces: reader.texts('namespaces'),
    nonResourceUrls,
    omitStages: readStages(reader),
    omitManagedFields: reader.flag('omitManagedFields'),
  };
  reader.end();
  for (const [index, url] of nonResourceUrls.entries()) checkUrl(reader, index, url);
  const isForBoth = nonResourceUrls.length > 0 && (rule.resources.length > 0 || rule.namespaces.length > 0);
  if (isForBoth) reader.fail(['nonResourceURLs'], 'rules cannot apply to both regular resources and non-resource URLs');
  return rule;
}

function checkUrl(reader: PolicyFieldReader, index: number, url: string): void {
  const at = ['nonResourceURLs', index];
  if (url === '*') return;
  if (!url.startsWith('/')) reader.fail(at, "non-resource URL rules must begin with a '/' character");
  if (url.slice(0, -1).includes('*')) {
    reader.fail(at, "non-resource URL wildcards '*' must be the final character of the rule");
  }
}

function readResources(reader: PolicyFieldReader): GroupResources {
  const found = {
    group: reader.optionalText('group'),
    resources: reader.texts('resources'),
    resourceNames: reader.texts('resourceNames'),
  };
  reader.end();
  const [fault] = found.group === '' ? [] : dns1123Subdomain.check(found.group);
  if (fault !== undefined) reader.fail(['group'], `"${found.group}": ${fault}`);
  if (found.resourceNames.length > 0 && found.resources.length === 0) {
    reader.fail(['resourceNames'], 'using resourceNames requires at least one resource');
  }
  return found;
}

function readStages(reader: PolicyFieldReader): readonly Stage[] {
  return reader.texts('omitStages').map((text, index) => {
    const stage = stages.find((each) => each === text);
    return stage ?? reader.fail(['omitStages', index], `"${text}" is no stage; there are ${stages.join(', ')}`);
  });
}
