/**
 * Plans a list from its options: the table of resourceVersion,
 * resourceVersionMatch, limit and continue, cell by cell.
 */
import { badRequest, invalid, type RequestTarget, unexplained } from '@keelson/meta';
import type { ReadAt } from '@keelson/cache';

import type { ListOptions, Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';
import { decodeContinueToken } from './continue-token.ts';
import type { ContinueToken } from './continue-token.ts';
import { parseIntegerOption } from './parse-values.ts';
import { readVersion } from './read-version.ts';
import type { AskedVersion } from './read-version.ts';
import { parseSelectors, selectFrom } from './selection.ts';
import type { Selection } from './selection.ts';
import { validateMatch } from './validate-match.ts';

export interface ListPlan {
  readonly selection: Selection;
  readonly at: ReadAt;
  readonly limit: number | undefined;
  readonly token: ContinueToken | undefined;
}

export interface ListSettings {
  readonly domain: string;
  /** Kubernetes keeps no watch cache of it. */
  readonly isUncached: boolean;
}

export function planList(place: RequestTarget, options: ListOptions, settings: ListSettings): Outcome<ListPlan> {
  const { domain } = settings;
  const limit = parseIntegerOption(options.limit);
  if (!limit.ok) return limit;
  const timeout = parseIntegerOption(options.timeoutSeconds);
  if (!timeout.ok) return timeout;
  const selectors = parseSelectors(options);
  if (!selectors.ok) return selectors;
  const issues = validateMatch(options, false, false);
  if (issues.length > 0) return refused(invalid({ group: `meta.${domain}`, kind: 'ListOptions' }, '', issues));
  const selection = selectFrom(place, selectors.value);
  if (!selection.ok) return selection;
  const pages = limit.value !== undefined && limit.value > 0 ? limit.value : undefined;
  const start = planStart(options, pages !== undefined, settings);
  if (!start.ok) return start;
  return done({ selection: selection.value, limit: pages, ...start.value });
}

type Start = Pick<ListPlan, 'at' | 'token'>;

function planStart(options: ListOptions, hasLimit: boolean, { isUncached, domain }: ListSettings): Outcome<Start> {
  const { resourceVersionMatch: match = '', continue: token = '' } = options;
  const version = readVersion(options.resourceVersion);
  const isExact = match === 'Exact' || (match === '' && hasLimit);
  if (!version.ok) {
    // Kubernetes parses the version in two places: the watch cache's error has no explanation. Events have no watch cache.
    const isExplained = isExact || token !== '' || isUncached;
    const status = isExplained
      ? badRequest(`invalid resource version: ${version.problem}`)
      : unexplained(version.problem);
    return refused(status);
  }
  if (token !== '') return planContinued(token, version, domain);
  switch (version.kind) {
    case 'unset':
      return done({ at: { kind: 'mostRecent' }, token: undefined });
    case 'zero':
      return done({ at: { kind: 'any' }, token: undefined });
    case 'other': {
      const kind = isExact ? 'exact' : 'notOlderThan';
      return done({ at: { kind, revision: version.revision }, token: undefined });
    }
  }
}

/** A resourceVersion of 0 beside a token is as good as none. */
function planContinued(text: string, version: AskedVersion & { ok: true }, domain: string): Outcome<Start> {
  if (version.kind === 'other') {
    return refused(badRequest('specifying resource version is not allowed when using continue'));
  }
  const token = decodeContinueToken(text, domain);
  if (!token.ok) return token;
  const { revision } = token.value;
  const at: ReadAt = revision === undefined ? { kind: 'mostRecent' } : { kind: 'exact', revision };
  return done({ at, token: token.value });
}
