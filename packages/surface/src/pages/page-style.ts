/** In which encoding a client wants a page of the API, or the refusal of it. */
import { failure, notAcceptable } from '@keelson/meta';
import type { Status } from '@keelson/meta';

import { mediaTypes, negotiate, wantsPretty } from '../negotiate/accept.ts';
import type { StatusStyle } from '../respond/send-status.ts';
import type { PageRequest } from './page.ts';

export type StyleResult =
  { readonly ok: true; readonly style: StatusStyle } | { readonly ok: false; readonly status: Status };

export function agreeOnStyle(request: PageRequest, domain: string): StyleResult {
  const { accept } = request.incoming.headers;
  const result = negotiate(accept, { metaGroup: `meta.${domain}`, hasViews: false, hasTables: false });
  if (result.ok) {
    const { encoding, isPretty } = result.representation;
    return { ok: true, style: { encoding, isPretty: isPretty || isForPeople(request) } };
  }
  const types = [mediaTypes.json, mediaTypes.yaml, mediaTypes.protobuf];
  const isUnknown = result.reason === 'unknownType';
  return { ok: false, status: isUnknown ? failure('NotAcceptable', '406: Not Acceptable', {}) : notAcceptable(types) };
}

/** The style of an error response: one exists even for clients with which nothing can be agreed. */
export function pageStyle(request: PageRequest, domain: string): StatusStyle {
  const agreed = agreeOnStyle(request, domain);
  return agreed.ok ? agreed.style : { encoding: 'json', isPretty: isForPeople(request) };
}

function isForPeople({ incoming, query }: PageRequest): boolean {
  return wantsPretty(query.first('pretty'), incoming.headers['user-agent'] ?? '');
}
