/** The headers of calls. There are few that differ, so they are kept as bytes. */
import { writeHeaderBlock } from '../http2/header-block.ts';

/** To what the time that is left is rounded up; whoever asks looks at the clock himself. */
const stepMs = 250;
const mostKept = 100;

/** `leftMs`: how long the one who asks will wait; for ever without it. */
export function createHeads(url: URL): (path: string, leftMs: number | undefined) => Buffer {
  const kept = new Map<string, Buffer>();
  return (path, leftMs) => {
    const timeout = leftMs === undefined ? '' : `${Math.max(1, Math.ceil(leftMs / stepMs)) * stepMs}m`;
    const key = `${path} ${timeout}`;
    let head = kept.get(key);
    if (head !== undefined) return head;
    head = writeHeaderBlock([
      [':method', 'POST'],
      [':scheme', url.protocol.slice(0, -1)],
      [':path', path],
      [':authority', url.host],
      ['content-type', 'application/grpc'],
      ['te', 'trailers'],
      ...(timeout === '' ? [] : ([['grpc-timeout', timeout]] as const)),
      // A member that has lost its leader says so at once, instead of when time is up.
      ['hasleader', 'true'],
    ]);
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, head);
    return head;
  };
}
