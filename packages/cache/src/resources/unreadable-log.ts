/**
 * Logs the keys whose values cannot be read: each once, however often it is written or
 * loaded again, and no more lines than an operator can read.
 */
import type { Logger } from '@keelson/telemetry';

import type { Clock } from '../clock.ts';
import type { Version } from '../objects/object-version.ts';

export interface UnreadableLog {
  /** A version that cannot be read, or the first one after it that can or that is deleted. */
  note(resource: string, version: Version): void;
  /** Tells at once of those that were only counted. */
  close(): void;
}

/** Maximum lines in each span of time; the rest are only counted. */
const mostLines = 10;
const spanMs = 60_000;
/** Maximum number of remembered keys; a key beyond them may be logged twice. */
const mostKeys = 10_000;

export function createUnreadableLog(logger: Pick<Logger, 'error' | 'info'>, clock: Clock): UnreadableLog {
  /** The fault that was logged, or counted, by key. */
  const faults = new Map<string, string>();
  let spanEndMs = -Infinity;
  let lines = 0;
  let left = 0;

  let callOff = (): void => undefined;

  const tellLeft = (): void => {
    callOff();
    if (left > 0) logger.error('More stored values cannot be read', { count: left });
    left = 0;
  };

  const isLineLeft = (): boolean => {
    const nowMs = clock.now();
    if (nowMs >= spanEndMs) {
      spanEndMs = nowMs + spanMs;
      lines = 0;
    }
    lines += 1;
    return lines <= mostLines;
  };

  const tell = (resource: string, { key, revision }: Version, fault: string): void => {
    if (isLineLeft()) {
      logger.error('A stored value cannot be read', { resource, key, revision, fault });
      return;
    }
    if (left === 0) callOff = clock.after(spanEndMs - clock.now(), tellLeft);
    left += 1;
  };

  return {
    note: (resource, version) => {
      const { key, fault } = version;
      const before = faults.get(key);
      if (fault === undefined) {
        faults.delete(key);
        const state = version.value === undefined ? 'deleted' : 'readable';
        if (before !== undefined && isLineLeft())
          logger.info('A value that could not be read is no more', { key, state });
        return;
      }
      if (before === fault) return;
      if (faults.size < mostKeys) faults.set(key, fault);
      tell(resource, version, fault);
    },
    close: tellLeft,
  };
}
