/** One watch of a kind of another server, from a resource version on. */
import type { NamespacedName } from '@keelson/cache';
import type { StreamedAnswer } from '@keelson/callouts';
import { parseJson, type JsonValue, type Resource } from '@keelson/schema';

import { answerFields, answerMetadata, answerText } from './answer-fields.ts';
import { itemOf, type ListedItem } from './list-all.ts';
import { resourcePathOf, type RemoteServer, type SentIdentity } from './remote-api.ts';

export interface WatchedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly names: NamespacedName;
  readonly value: JsonValue;
}

export interface EndedWatch {
  /** The resourceVersion from which to watch next. */
  readonly resourceVersion: string;
  /** The history before that is gone: a list has to come first. */
  readonly isGone: boolean;
  /** Something came, if only a bookmark. */
  readonly hasAdvanced: boolean;
  /** Why there was no watch at all. */
  readonly fault?: string;
}

export interface WatchParts {
  readonly server: RemoteServer;
  readonly resource: Resource;
  /** JSON if absent. */
  readonly accept?: string;
  readonly from: string;
  readonly signal: AbortSignal;
}

const headTimeoutMs = 30_000;
/** Servers end watches themselves; one that does not, and says nothing, may have been forgotten on the way. */
const watchSeconds = 300;
/** More than the largest object with all its escapes. */
const maxLineBytes = 64 * 1024 * 1024;

/** Resolves when the watch has ended, whatever ended it. */
export async function watchFrom(parts: WatchParts, take: (event: WatchedEvent) => void): Promise<EndedWatch> {
  const { resource, from, signal } = parts;
  let ended: EndedWatch = { resourceVersion: from, isGone: false, hasAdvanced: false };
  const opened = await openWatch(parts);
  if (!opened.ok) return { ...ended, ...opened.end };
  const { answer } = opened;
  const readLine = (line: string): void => {
    if (line === '' || ended.isGone) return;
    const event = readEvent(resource, line);
    if (event.type === 'ERROR') ended = { ...ended, isGone: true };
    else {
      ended = { resourceVersion: event.resourceVersion, isGone: false, hasAdvanced: true };
      if (event.type !== 'BOOKMARK') take({ type: event.type, names: event.item, value: event.item.value });
    }
  };
  const lines = createLineReader(readLine);
  const abort = (): void => void answer.body?.destroy();
  signal.addEventListener('abort', abort);
  try {
    if (answer.whole !== undefined) lines.push(answer.whole);
    for await (const chunk of answer.body ?? []) {
      lines.push(chunk as Buffer);
      if (ended.isGone) break;
    }
  } catch {
    // The connection ended: the next watch goes on from here.
  } finally {
    signal.removeEventListener('abort', abort);
    answer.body?.destroy();
    opened.close();
  }
  return ended;
}

type OpenedWatch =
  | { readonly ok: true; readonly answer: StreamedAnswer; readonly close: () => void }
  | { readonly ok: false; readonly end: Partial<EndedWatch> };

async function openWatch(parts: WatchParts): Promise<OpenedWatch> {
  const { identity } = parts.server;
  if (identity === undefined) return sendWatch(parts);
  const stated = await identity.headersFor({ method: 'GET', path: watchPath(parts) });
  if (!stated.ok) return { ok: false, end: { fault: stated.status.message ?? 'the watch was refused' } };
  const { headers, ended = () => undefined } = stated;
  return sendWatch(parts, headers, (code) => {
    if (code === unauthorized) identity.forget(headers);
    ended(code);
  });
}

const unauthorized = 401;

/** `ended` is called with the code of the answer, at the end of the watch. */
async function sendWatch(
  parts: WatchParts,
  credentials: SentIdentity = {},
  ended: (code: number) => void = () => undefined,
): Promise<OpenedWatch> {
  const { server, accept = 'application/json', signal } = parts;
  const answer = await server.callouts.open(server.target, {
    method: 'GET',
    path: watchPath(parts),
    headers: { accept, 'user-agent': server.userAgent, ...credentials },
    timeoutMs: headTimeoutMs,
    signal,
  });
  if (!answer.ok) {
    ended(503);
    return { ok: false, end: { fault: answer.message } };
  }
  if (answer.status === 200) return { ok: true, answer, close: () => ended(200) };
  answer.body?.resume();
  ended(answer.status);
  // A kind that is gone, or one whose history is: a list tells.
  const isGone = answer.status === 410 || answer.status === 404;
  return { ok: false, end: isGone ? { isGone } : { fault: `the server answered ${answer.status}` } };
}

function watchPath({ resource, from }: WatchParts): string {
  const query = new URLSearchParams({
    watch: 'true',
    allowWatchBookmarks: 'true',
    resourceVersion: from,
    timeoutSeconds: String(watchSeconds),
  });
  return `${resourcePathOf({ resource })}?${query.toString()}`;
}

type ReadEvent =
  | { readonly type: 'ERROR' }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string }
  | { readonly type: WatchedEvent['type']; readonly resourceVersion: string; readonly item: ListedItem };

/** A line that is no event ends the watch as an error does. */
function readEvent(resource: Resource, line: string): ReadEvent {
  const parsed = parseJson(line, { maxDepth: Infinity });
  const event = answerFields(parsed.ok ? parsed.value : undefined);
  const { type, object } = event;
  const resourceVersion = answerText(answerMetadata(object), 'resourceVersion');
  if (resourceVersion === undefined) return { type: 'ERROR' };
  if (type === 'BOOKMARK') return { type, resourceVersion };
  const item = itemOf(resource, object);
  if (item === undefined || (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED')) return { type: 'ERROR' };
  return { type, resourceVersion, item };
}

function createLineReader(take: (line: string) => void) {
  let held: Buffer[] = [];
  let heldBytes = 0;
  return {
    push: (chunk: Buffer): void => {
      let rest = chunk;
      for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
        const line = Buffer.concat([...held, rest.subarray(0, end)]).toString('utf8');
        [held, heldBytes] = [[], 0];
        rest = rest.subarray(end + 1);
        take(line);
      }
      if (rest.length === 0) return;
      held.push(rest);
      heldBytes += rest.length;
      if (heldBytes > maxLineBytes) throw new Error(`an event is larger than ${maxLineBytes} bytes`);
    },
  };
}
