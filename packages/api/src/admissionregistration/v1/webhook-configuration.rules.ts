/**
 * The rules that both kinds of webhook configurations share. An update may keep what an older server let in: side
 * effects, unknown versions of reviews and names that occur twice are refused where the stored object has none of them.
 */
import { dns1035Label, dns1123Subdomain, validateLabelSelector } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { eachItem } from '../../rules/each-item.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { reportUnlisted } from '../../rules/report-unlisted.ts';
import { checkWebhookClient } from '../../rules/webhook-client-rules.ts';
import type { MutatingWebhook } from './mutating-webhook-configuration.ts';
import type { ValidatingWebhook } from './validating-webhook-configuration.ts';
import { checkRule } from './webhook-rule.rules.ts';

type Webhook = MutatingWebhook | ValidatingWebhook;

interface WebhookConfiguration {
  readonly webhooks?: readonly Webhook[];
}

export const webhookConfigurationRules = [
  'Each webhook has a name of at least three segments, which no other of the configuration has.',
  'A rule names operations, groups, versions and resources; beside a wildcard nothing that it covers.',
  'clientConfig has exactly one of url and service; the url is of https, without user, query or fragment.',
  'sideEffects is None or NoneOnDryRun; admissionReviewVersions has v1 or v1beta1.',
  'timeoutSeconds is at least 1 and at most 30.',
];

export const webhookConfigurationHooks: ResourceHooks<WebhookConfiguration> = {
  validateCreate: ({ webhooks }, report) => checkWebhooks(webhooks, all, report),
  validateUpdate({ webhooks }, { webhooks: old = [] }, report) {
    checkWebhooks(webhooks, requirementsOf(old), report);
  },
};

/** Of writes in v1beta1, which left side effects open, and let names occur twice. */
export const olderWebhookConfigurationHooks: ResourceHooks<WebhookConfiguration> = {
  validateCreate: ({ webhooks }, report) => checkWebhooks(webhooks, older, report),
  validateUpdate({ webhooks }, { webhooks: old = [] }, report) {
    checkWebhooks(webhooks, { ...older, hasKnownReviewVersion: requirementsOf(old).hasKnownReviewVersion }, report);
  },
};

/** Not required where the stored object does not meet them. */
interface Requirements {
  readonly hasNoSideEffects: boolean;
  readonly hasKnownReviewVersion: boolean;
  readonly hasUniqueNames: boolean;
}

const all: Requirements = { hasNoSideEffects: true, hasKnownReviewVersion: true, hasUniqueNames: true };

const older: Requirements = { ...all, hasNoSideEffects: false, hasUniqueNames: false };

function requirementsOf(old: readonly Webhook[]): Requirements {
  return {
    hasNoSideEffects: old.every(({ sideEffects }) => sideEffects !== null && noSideEffects.includes(sideEffects)),
    hasKnownReviewVersion: old.every(({ admissionReviewVersions }) => hasKnownVersion(admissionReviewVersions ?? [])),
    hasUniqueNames: new Set(old.map(({ name }) => name)).size === old.length,
  };
}

const noSideEffects: readonly string[] = ['None', 'NoneOnDryRun'];
const sideEffectClasses: readonly string[] = ['None', 'NoneOnDryRun', 'Some', 'Unknown'];
const reviewVersions: readonly string[] = ['v1', 'v1beta1'];

function hasKnownVersion(versions: readonly string[]): boolean {
  return versions.some((version) => reviewVersions.includes(version));
}

function checkWebhooks(webhooks: readonly Webhook[] | undefined, requirements: Requirements, report: Report): void {
  const names = new Set<string>();
  eachItem(report, 'webhooks', webhooks, (webhook) => {
    checkWebhook(webhook, requirements, report);
    checkReviewVersions(webhook.admissionReviewVersions ?? [], requirements, report);
    const { name } = webhook;
    if (requirements.hasUniqueNames && name !== '' && names.has(name)) report.duplicate('name', name);
    names.add(name);
  });
}

const failurePolicies = ['Fail', 'Ignore'];
const matchPolicies = ['Equivalent', 'Exact'];
const reinvocationPolicies = ['IfNeeded', 'Never'];

function checkWebhook(webhook: Webhook, requirements: Requirements, report: Report): void {
  const { name, rules, sideEffects, timeoutSeconds = 10, namespaceSelector, objectSelector, clientConfig } = webhook;
  checkName(name, report);
  eachItem(report, 'rules', rules, (rule) => checkRule(rule, report));
  reportUnlisted(report, 'failurePolicy', webhook.failurePolicy, failurePolicies);
  reportUnlisted(report, 'matchPolicy', webhook.matchPolicy, matchPolicies);
  const allowed = requirements.hasNoSideEffects ? noSideEffects : sideEffectClasses;
  if (sideEffects === null) {
    report.required('sideEffects', `must specify one of ${allowed.join(', ')}`);
  } else if (!allowed.includes(sideEffects)) report.notSupported('sideEffects', sideEffects, allowed);
  if (timeoutSeconds < 1 || timeoutSeconds > 30) {
    report.invalid('timeoutSeconds', timeoutSeconds, 'the timeout value must be between 1 and 30 seconds');
  }
  report.within('namespaceSelector', () => validateLabelSelector(namespaceSelector, report));
  report.within('objectSelector', () => validateLabelSelector(objectSelector, report));
  const reinvocation = 'reinvocationPolicy' in webhook ? webhook.reinvocationPolicy : undefined;
  reportUnlisted(report, 'reinvocationPolicy', reinvocation, reinvocationPolicies);
  checkWebhookClient(clientConfig, 'clientConfig', report);
}

function checkName(name: string, report: Report): void {
  if (name === '') {
    report.required('name');
    return;
  }
  const problems = dns1123Subdomain.check(name);
  if (problems.length > 0) report.invalid('name', name, problems.join(','));
  else if (name.split('.').length < 3) {
    report.invalid('name', name, 'should be a domain with at least three segments separated by dots');
  }
}

function checkReviewVersions(versions: readonly string[], requirements: Requirements, report: Report): void {
  const path = 'admissionReviewVersions';
  if (versions.length === 0) {
    report.required(path, `must specify one of ${reviewVersions.join(', ')}`);
    return;
  }
  const seen = new Set<string>();
  for (const [index, version] of versions.entries()) {
    if (seen.has(version)) report.invalid(`${path}[${index}]`, version, 'duplicate version');
    else reportFormat(report, `${path}[${index}]`, version, dns1035Label);
    seen.add(version);
  }
  if (requirements.hasKnownReviewVersion && !hasKnownVersion(versions)) {
    report.invalid(path, versions, `must include at least one of ${reviewVersions.join(', ')}`);
  }
}
