/** The conversion of custom objects between versions. Issues name fields as the first versions of the API did. */
import { dns1035Label } from '@keelson/meta';
import type { Report } from '@keelson/schema';

import type { CustomResourceConversion } from '../v1/custom-resource-conversion.ts';
import { reportFormat } from '../../rules/report-format.ts';
import { isKnownReviewVersion, reviewVersions, type Requirements } from './requirements.ts';
import { checkWebhookClient } from '../../rules/webhook-client-rules.ts';

const strategies = ['None', 'Webhook'];

export function checkConversion(
  { strategy, webhook }: CustomResourceConversion,
  at: string,
  requirements: Requirements,
  report: Report,
): void {
  if (strategy === '') report.required(`${at}.strategy`);
  else if (!strategies.includes(strategy)) report.notSupported(`${at}.strategy`, strategy, strategies);
  const clientPath = `${at}.webhookClientConfig`;
  const versionsPath = `${at}.conversionReviewVersions`;
  const { clientConfig, conversionReviewVersions } = webhook ?? {};
  if (strategy === 'Webhook') {
    if (clientConfig === undefined) report.required(clientPath, 'required when strategy is set to Webhook');
    else checkWebhookClient(clientConfig, clientPath, report);
    checkReviewVersions(conversionReviewVersions ?? [], versionsPath, requirements, report);
    return;
  }
  const detail = 'should not be set when strategy is not set to Webhook';
  if (clientConfig !== undefined) report.forbidden(clientPath, detail);
  if ((conversionReviewVersions ?? []).length > 0) report.forbidden(versionsPath, detail);
}

function checkReviewVersions(
  versions: readonly string[],
  at: string,
  requirements: Requirements,
  report: Report,
): void {
  if (versions.length === 0) {
    report.required(at);
    return;
  }
  const seen = new Set<string>();
  for (const [index, version] of versions.entries()) {
    if (seen.has(version)) report.invalid(`${at}[${index}]`, version, 'duplicate version');
    else reportFormat(report, `${at}[${index}]`, version, dns1035Label);
    seen.add(version);
  }
  if (!versions.some(isKnownReviewVersion) && requirements.needsKnownReviewVersion()) {
    report.invalid(at, versions, `must include at least one of ${reviewVersions.join(', ')}`);
  }
}
