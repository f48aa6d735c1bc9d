/** Agrees with the client on a representation, before anything is done. */
import { badRequest, failure, notAcceptable } from '@keelson/meta';
import type { Status } from '@keelson/meta';

import type { Exchange } from '../chain/exchange.ts';
import { mediaTypes, negotiate, wantsPretty } from '../negotiate/accept.ts';
import type { Representation } from '../negotiate/accept.ts';
import { parseIncludeObject, type IncludeObject } from '../represent/table.ts';
import type { StatusStyle } from '../respond/send-status.ts';
import type { VerbContext } from './verb-context.ts';

export interface Agreement extends Representation {
  readonly includeObject: IncludeObject;
}

export type AgreementResult =
  { readonly ok: true; readonly agreement: Agreement } | { readonly ok: false; readonly status: Status };

const accepted = [mediaTypes.json, mediaTypes.yaml, mediaTypes.protobuf];

export function agree(exchange: Exchange, { scheme }: VerbContext): AgreementResult {
  const { incoming, target, userAgent } = exchange;
  const result = negotiate(incoming.headers.accept, { metaGroup: `meta.${scheme.domain}`, hasViews: true });
  if (!result.ok) {
    const status =
      result.reason === 'unknownForm' ? notAcceptable(accepted) : failure('NotAcceptable', '406: Not Acceptable', {});
    return { ok: false, status };
  }
  const { representation } = result;
  if (representation.view === 'table' && isQuestion(exchange)) return { ok: false, status: notAcceptable(accepted) };
  const given = target.query.first('includeObject');
  const includeObject = parseIncludeObject(given);
  if (includeObject === undefined && representation.view === 'table')
    return { ok: false, status: badIncludeObject(given ?? '') };
  const isPretty = representation.isPretty || wantsPretty(target.query.first('pretty'), userAgent);
  return { ok: true, agreement: { ...representation, isPretty, includeObject: includeObject ?? 'Metadata' } };
}

/** Answers to questions are printed by nobody. */
function isQuestion({ info }: Exchange): boolean {
  return info.kind === 'resource' && info.place.resource.asks !== undefined;
}

function badIncludeObject(given: string): Status {
  const allowed = "must be 'Metadata', 'Object', 'None', or empty";
  return badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(given)}: ${allowed}`,
  );
}

/** How refusals are written: in the encoding asked for where there is one, in JSON otherwise. */
export function statusStyle(
  { incoming, target, userAgent }: Pick<Exchange, 'incoming' | 'target' | 'userAgent'>,
  { scheme }: VerbContext,
): StatusStyle {
  const result = negotiate(incoming.headers.accept, { metaGroup: `meta.${scheme.domain}`, hasViews: true });
  return {
    encoding: result.ok ? result.representation.encoding : 'json',
    isPretty: wantsPretty(target.query.first('pretty'), userAgent),
  };
}
