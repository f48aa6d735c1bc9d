/** The annotations of audit events by which one sees what webhooks did to a request. */
import type { AdmissionRequest } from '@keelson/admission';
import type { JsonValue } from '@keelson/schema';

import type { HookSettings } from '../contract.ts';

export interface Annotated {
  readonly domain: string;
  readonly request: AdmissionRequest;
  readonly hook: HookSettings;
  readonly round: 0 | 1;
}

function placeOf({ round, hook }: Annotated): string {
  return `round_${round}_index_${hook.index}`;
}

export function annotateMutation(annotated: Annotated, isMutated: boolean): void {
  const { domain, request, hook } = annotated;
  const { configuration, name } = hook;
  const value = JSON.stringify({ configuration, webhook: name, mutated: isMutated });
  request.annotate?.({
    key: `mutation.webhook.admission.${domain}/${placeOf(annotated)}`,
    value,
    level: 'Metadata',
  });
}

/** In characters: a larger patch is left out, as events have a limit. */
const longestPatch = 256 * 1024;

export function annotatePatch(annotated: Annotated, patch: readonly JsonValue[]): void {
  const { domain, request, hook } = annotated;
  const { configuration, name } = hook;
  const value = JSON.stringify({ configuration, webhook: name, patch, patchType: 'JSONPatch' });
  if (value.length > longestPatch) return;
  request.annotate?.({ key: `patch.webhook.admission.${domain}/${placeOf(annotated)}`, value, level: 'Request' });
}

export function annotateFailedOpen(annotated: Annotated, index: number): void {
  const { domain, request, hook, round } = annotated;
  const phase = hook.phase === 'mutating' ? 'mutation' : 'validating';
  const key = `failed-open.${phase}.webhook.admission.${domain}/round_${round}_index_${index}`;
  request.annotate?.({ key, value: hook.name, level: 'Metadata' });
}
