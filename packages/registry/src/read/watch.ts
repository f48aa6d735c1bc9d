/**
 * Watch: changes as they happen, from the version that the request names. The bytes go
 * from the watch cache to the sink; their start, and the status at their end, are decided here.
 */
import { expired, internalError, invalid, type RequestTarget, unexplained } from '@keelson/meta';
import type { CacheWatch, WatchEnd, WatchRequest, WatchStart } from '@keelson/cache';

import type { ListOptions, Outcome, WatchEnding, WatchStream } from '../contract.ts';
import { isConversionError } from '../conversion-error.ts';
import { parseFlag, parseIntegerOption } from '../options/parse-values.ts';
import { readVersion } from '../options/read-version.ts';
import { parseSelectors, selectFrom } from '../options/selection.ts';
import { validateMatch } from '../options/validate-match.ts';
import { done, refused } from '../outcome.ts';
import { statusOfUnreadable } from '../unreadable.ts';
import type { Store } from '../resources/stores.ts';

export interface WatchSettings {
  readonly domain: string;
  /** The lifetime of a watch without timeoutSeconds. */
  readonly defaultTimeoutMs: () => number;
  /** The revision that the watch cache has reached. */
  readonly currentRevision: () => number;
}

const expiredVersion = 'The resourceVersion for the provided watch is too old.';

export function watchObjects(
  store: Store,
  place: RequestTarget,
  request: { readonly options: ListOptions; readonly stream: WatchStream },
  settings: WatchSettings,
): Outcome<CacheWatch> {
  const { options, stream } = request;
  const planned = planWatch(place, options, settings);
  if (!planned.ok) return planned;
  const { view } = store;
  const { sink } = stream;
  const encoder = view === undefined ? stream.encoder : view.encoderOver(stream.encoder);
  return done(
    store.cache.watch({
      ...planned.value,
      encoder,
      sink: { onChunks: (chunks) => sink.onChunks(chunks), onEnd: (end) => sink.onEnd(endingOf(end)) },
    }),
  );
}

type WatchPlan = Omit<WatchRequest, 'encoder' | 'sink'>;

function planWatch(place: RequestTarget, options: ListOptions, settings: WatchSettings): Outcome<WatchPlan> {
  const limit = parseIntegerOption(options.limit);
  if (!limit.ok) return limit;
  const seconds = parseIntegerOption(options.timeoutSeconds);
  if (!seconds.ok) return seconds;
  const selectors = parseSelectors(options);
  if (!selectors.ok) return selectors;
  const initialEvents = readInitialEvents(options);
  const issues = validateMatch(options, true, initialEvents !== undefined);
  if (issues.length > 0) {
    return refused(invalid({ group: `meta.${settings.domain}`, kind: 'ListOptions' }, '', issues));
  }
  const selection = selectFrom(place, selectors.value);
  if (!selection.ok) return selection;
  const start = planStart(options, initialEvents, settings);
  if (!start.ok) return start;
  const bookmarks = parseFlag(options.allowWatchBookmarks);
  return done({
    ...selection.value,
    start: start.value,
    bookmarks,
    marksInitialEventsEnd: bookmarks && initialEvents === true,
    timeoutMs: timeoutMsOf(seconds.value, settings),
  });
}

/** Less than no time is over at once; none is as good as unsaid. */
function timeoutMsOf(seconds = 0, { defaultTimeoutMs }: WatchSettings): number {
  return seconds === 0 ? defaultTimeoutMs() : Math.max(1, seconds * 1_000);
}

/**
 * Newer clients say whether the state comes first, and then how fresh it has to be;
 * the parameter alone, without that, is none that this API knows.
 */
function readInitialEvents(options: ListOptions): boolean | undefined {
  if (options.sendInitialEvents === undefined || options.resourceVersionMatch !== 'NotOlderThan') return undefined;
  return parseFlag(options.sendInitialEvents);
}

function planStart(
  options: ListOptions,
  initialEvents: boolean | undefined,
  settings: WatchSettings,
): Outcome<WatchStart> {
  const version = readVersion(options.resourceVersion);
  if (!version.ok) return refused(unexplained(version.problem));
  if (initialEvents === true) {
    // The most recent state is not older than any that was handed out.
    return done({ kind: version.kind === 'zero' ? 'any' : 'mostRecent' });
  }
  if (version.kind === 'other') return done({ kind: 'after', revision: version.revision });
  if (initialEvents === false) return done({ kind: 'after', revision: settings.currentRevision() });
  return done({ kind: version.kind === 'zero' ? 'any' : 'mostRecent' });
}

function endingOf(end: WatchEnd): WatchEnding {
  switch (end.reason) {
    // The client goes on from the last revision it has seen, which needs no Status.
    case 'timeout':
    case 'tooSlow':
    case 'reset':
    case 'closed':
      return { reason: end.reason };
    case 'compacted':
    case 'historyRestarted':
      return { reason: end.reason, status: expired(expiredVersion) };
    case 'unreadable':
      return { reason: 'failed', status: statusOfUnreadable(end.unreadable) };
    case 'failed':
      if (isConversionError(end.error)) return { reason: end.reason, status: end.error.status };
      return { reason: end.reason, status: internalError('the watch failed'), error: end.error };
  }
}
