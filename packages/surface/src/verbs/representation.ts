/** Agrees with the client on a representation, before anything is done. */
import { badRequest, failure, notAcceptable } from '@keelson/meta';
import type { Status } from '@keelson/meta';

import type { Exchange } from '../exchange/exchange.ts';
import { commonRepresentation, mediaTypes, negotiate, wantsPretty } from '../negotiate/accept.ts';
import type { Representation } from '../negotiate/accept.ts';
import { hasProtobuf } from '../negotiate/has-protobuf.ts';
import { parseIncludeObject, type IncludeObject } from '../represent/table.ts';
import type { RequestInfo } from '../request/request-info.ts';
import type { StatusStyle } from '../respond/send-status.ts';
import type { VerbContext } from '../exchange/verb-context.ts';

export interface Agreement extends Representation {
  readonly includeObject: IncludeObject;
}

export type AgreementResult =
  { readonly ok: true; readonly agreement: Agreement } | { readonly ok: false; readonly status: Status };

const accepted = [mediaTypes.json, mediaTypes.yaml, mediaTypes.protobuf];

/** The representation nearly all programs ask for: made once. */
const commonAgreement: AgreementResult = {
  ok: true,
  agreement: { ...commonRepresentation, includeObject: 'Metadata' },
};

function negotiateFor({ incoming, info }: Exchange, { scheme }: VerbContext): ReturnType<typeof negotiate> {
  return negotiate(incoming.headers.accept, {
    metaGroup: `meta.${scheme.domain}`,
    hasViews: true,
    hasTables: isPrinted(info),
    hasProtobuf: isInProtobuf(info),
  });
}

/** The request is refused before any verb is looked at: it accepts no media type that is served. */
export function acceptsNothing(exchange: Exchange, context: VerbContext): boolean {
  const result = negotiateFor(exchange, context);
  return !result.ok && result.reason !== 'unknownForm';
}

export function agree(exchange: Exchange, context: VerbContext): AgreementResult {
  const { url, userAgent } = exchange;
  const result = negotiateFor(exchange, context);
  if (!result.ok) {
    const status =
      result.reason === 'unknownForm'
        ? notAcceptable(acceptedFor(exchange.info))
        : failure('NotAcceptable', '406: Not Acceptable', {});
    return { ok: false, status };
  }
  const { representation } = result;
  const isPretty = representation.isPretty || wantsPretty(url.query.first('pretty'), userAgent);
  if (representation === commonRepresentation && !isPretty) return commonAgreement;
  const agreed = { ...representation, isPretty };
  return representation.view === 'table' ? agreeOnTable(exchange, agreed) : agreeOn(agreed, 'Metadata');
}

function agreeOn(representation: Representation, includeObject: IncludeObject): AgreementResult {
  return { ok: true, agreement: { ...representation, includeObject } };
}

function agreeOnTable(exchange: Exchange, representation: Representation): AgreementResult {
  const given = exchange.url.query.first('includeObject');
  const includeObject = parseIncludeObject(given);
  if (includeObject === undefined) return { ok: false, status: badIncludeObject(given ?? '') };
  return agreeOn(representation, includeObject);
}

function isInProtobuf(info: RequestInfo): boolean {
  return info.kind !== 'resource' || hasProtobuf(info.target);
}

function acceptedFor(info: RequestInfo): readonly string[] {
  return isInProtobuf(info) ? accepted : accepted.filter((type) => type !== mediaTypes.protobuf);
}

/** Reviews are not, nor what is a part of an object without saying so. */
function isPrinted(info: RequestInfo): boolean {
  if (info.kind !== 'resource') return false;
  const { resource, subresource } = info.target;
  return subresource === undefined
    ? resource.storage.kind !== 'review'
    : resource.subresources[subresource]?.isPrinted === true;
}

function badIncludeObject(given: string): Status {
  const allowed = "must be 'Metadata', 'Object', 'None', or empty";
  return badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(given)}: ${allowed}`,
  );
}

/** The style of error responses: the encoding asked for if it is supported, JSON otherwise. */
export function statusStyle(
  { incoming, url, userAgent }: Pick<Exchange, 'incoming' | 'url' | 'userAgent'>,
  { scheme }: VerbContext,
): StatusStyle {
  const metaGroup = `meta.${scheme.domain}`;
  const result = negotiate(incoming.headers.accept, { metaGroup, hasViews: true, hasTables: true });
  return {
    encoding: result.ok ? result.representation.encoding : 'json',
    isPretty: wantsPretty(url.query.first('pretty'), userAgent),
  };
}
