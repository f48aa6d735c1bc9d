/**
 * Conversion of custom objects by the webhook of their definition. Many objects go in calls of bounded size, a few at a
 * time; each answer is checked object by object. What fails says so in the words of 1.24, which converts one by one.
 */
import { randomUUID } from 'node:crypto';

import { callPatiently, type CalloutFailure, type Callouts } from '@keelson/callouts';
import type { ConvertRemotely, RemoteConversionRequest, RemotelyConverted } from '@keelson/schema';
import { giveWay, giveWayFor } from '@keelson/telemetry';

import { findAnswerFault } from './answer-fault.ts';
import { checkConverted, wordSource } from './check-converted.ts';
import type { RecordConversion } from './conversion-metrics.ts';
import { webhookTimeoutSeconds, type ConversionWebhook } from './conversion-webhook.ts';
import { encodeMember, encodeReview, readReview } from './review.ts';

const jsonHeaders = Object.freeze({ accept: 'application/json, */*', 'content-type': 'application/json' });

export interface ConversionParts {
  /** That of definitions, and of the reviews that are sent. */
  readonly group: string;
  readonly callouts: Pick<Callouts, 'call'>;
  readonly record?: RecordConversion | undefined;
  /** Of the calls, in seconds. */
  readonly clock?: (() => number) | undefined;
}

/** A call holds no more than this, but for one object that is larger. */
const mostObjects = 500;
const mostBytes = 512 * 1024;
/** The number of concurrent calls for one conversion. */
const lanes = 4;
/** The answer has to be parsed in one go: objects may grow, and not without limit. */
const leastAnswerBytes = 1024 * 1024;
const answerTimes = 4;

export function createWebhookConversion(webhook: ConversionWebhook, parts: ConversionParts): ConvertRemotely {
  return async (request) => {
    const chunks = await cutIntoChunks(request);
    const results: RemotelyConverted[] = [];
    let hasFailed = false;
    const left = chunks.entries();
    const work = async (): Promise<void> => {
      for (const [index, chunk] of left) {
        if (hasFailed) return;
        const result = await convertChunk(webhook, parts, chunk);
        results[index] = result;
        hasFailed ||= !result.ok;
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, chunks.length) }, work));
    return join(results);
  };
}

/** The objects of all results, or the first failure. */
function join(results: readonly RemotelyConverted[]): RemotelyConverted {
  const objects: object[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    objects.push(...result.objects);
  }
  return { ok: true, objects };
}

interface Chunk extends RemoteConversionRequest {
  readonly members: readonly Uint8Array[];
  readonly bytes: number;
}

async function cutIntoChunks({ objects, from, to }: RemoteConversionRequest): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  let members: Uint8Array[] = [];
  let bytes = 0;
  let first = 0;
  const cut = (end: number): void => {
    if (members.length > 0) chunks.push({ objects: objects.slice(first, end), from, to, members, bytes });
    members = [];
    bytes = 0;
    first = end;
  };
  for (const [index, object] of objects.entries()) {
    const paused = giveWay();
    if (paused !== undefined) await paused;
    const member = encodeMember(object);
    if (members.length === mostObjects || bytes + member.length > mostBytes) {
      cut(index);
    }
    members.push(member);
    bytes += member.length;
  }
  cut(objects.length);
  return chunks;
}

async function convertChunk(
  webhook: ConversionWebhook,
  parts: ConversionParts,
  chunk: Chunk,
): Promise<RemotelyConverted> {
  const { clock = () => performance.now() / 1_000, record } = parts;
  const began = clock();
  const result = await callWebhook(webhook, parts, chunk);
  record?.({
    definition: webhook.target.name,
    from: versionIn(chunk.from),
    to: versionIn(chunk.to),
    hasSucceeded: result.ok,
    seconds: clock() - began,
  });
  return result;
}

function versionIn(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

async function callWebhook(
  { target, path, url, reviewVersion: version }: ConversionWebhook,
  { callouts, group }: ConversionParts,
  { objects, from, to, members, bytes }: Chunk,
): Promise<RemotelyConverted> {
  const [first] = objects;
  const { kind = '' } = (first ?? {}) as { readonly kind?: string };
  const source = wordSource(from, kind);
  if (version === undefined) return refused('no supported conversion review versions');
  const uid = randomUUID();
  const answer = await callPatiently(callouts, target, {
    method: 'POST',
    path,
    headers: jsonHeaders,
    body: encodeReview({ group, version, uid, desiredApiVersion: to, objects: members }),
    timeoutMs: webhookTimeoutSeconds * 1_000,
    maxAnswerBytes: Math.max(answerTimes * bytes, leastAnswerBytes),
  });
  if (!answer.ok) {
    const message = `${source} failed: Post ${JSON.stringify(url)}: ${wordCallFailure(answer)}`;
    return { ok: false, message, isAnswer: false };
  }
  const { status, rawHeaders, body } = answer;
  await giveWayFor(body.length);
  const fault = findAnswerFault({ status, body, contentType: contentTypeIn(rawHeaders) });
  if (fault !== undefined) return refused(`${source} failed: ${fault}`);
  const review = readReview(body, { group, version, uid });
  if (!review.ok) return refused(`${source} failed: ${review.message}`);
  if (review.objects.length !== objects.length) {
    return refused(`${source} returned ${review.objects.length} objects, expected ${objects.length}`);
  }
  return checkAll(review.objects, { objects, to, source });
}

function refused(message: string): RemotelyConverted {
  return { ok: false, message, isAnswer: true };
}

interface Sent {
  readonly objects: readonly object[];
  readonly to: string;
  readonly source: string;
}

async function checkAll(converted: readonly unknown[], { objects, to, source }: Sent): Promise<RemotelyConverted> {
  const made: object[] = [];
  for (const [index, original] of objects.entries()) {
    const paused = giveWay();
    if (paused !== undefined) await paused;
    const checked = checkConverted(converted[index], { original, to, source });
    if (!checked.ok) return refused(checked.message);
    made.push(checked.object);
  }
  return { ok: true, objects: made };
}

function wordCallFailure({ kind, message }: CalloutFailure): string {
  return kind === 'timeout' ? 'context deadline exceeded' : message;
}

function contentTypeIn(rawHeaders: readonly string[]): string {
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'content-type') return rawHeaders[at + 1] ?? '';
  }
  return '';
}
