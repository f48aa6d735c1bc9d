/** Reads the body of a write, and answers errors of its media type, size or transfer. */
import { badRequest, requestEntityTooLarge, unsupportedMediaType } from '@keelson/meta';
import type { Status } from '@keelson/meta';
import type { Caller, WriteOptions } from '@keelson/registry';

import { noteRequestBody } from '../audit/note-bodies.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Query } from '../request/request-url.ts';
import type { VerbContext } from '../exchange/verb-context.ts';

export type BytesResult =
  { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly status: Status };

/** `limitBytes`: for bodies that are never large. */
export async function readBytes(
  exchange: Exchange,
  context: VerbContext,
  limitBytes = context.bodyLimitBytes,
): Promise<BytesResult> {
  const { incoming, passage } = exchange;
  const body = passage.takeBody() ?? (await incoming.readBody(limitBytes));
  // A body received before the request's turn was checked only against the limit of all bodies.
  if (body.ok && body.bytes.length <= limitBytes) {
    const noted = noteRequestBody(exchange, context, body.bytes);
    if (noted !== undefined) await noted;
    return body;
  }
  if (!body.ok && body.reason === 'aborted')
    return { ok: false, status: badRequest('the body of the request ended before it was complete') };
  incoming.discardRest();
  return { ok: false, status: requestEntityTooLarge(`limit is ${String(limitBytes)}`) };
}

export function unsupported(types: readonly string[]): { readonly ok: false; readonly status: Status } {
  return { ok: false, status: unsupportedMediaType(types) };
}

export function writeOptions({ url: { query } }: Exchange): WriteOptions {
  return {
    dryRun: dryRunOf(query),
    fieldManager: query.first('fieldManager'),
    fieldValidation: query.first('fieldValidation'),
    force: query.first('force'),
    explain: query.first('explain'),
    timeout: query.first('timeout'),
  };
}

export function callerOf({ user, userAgent }: Exchange): Caller {
  return { user, userAgent };
}

/** The word alone, without a value, asks for it too. */
export function dryRunOf(query: Query): readonly string[] {
  return query.isBare('dryRun') ? ['All'] : query.all('dryRun');
}
