/** The request headers of calls, encoded once: few of them differ. */
import { printField, printRequestLine } from '@keelson/http2';

/** `grpc-timeout` is rounded up to this, so that few headers differ. The client enforces the exact deadline itself. */
const stepMs = 250;
const mostCached = 100;

export interface HeaderOptions {
  /** Makes a member that has lost its leader fail at once instead of at the deadline. */
  readonly needsLeader?: boolean;
}

/** `leftMs`: the time until the deadline; `undefined` for a call without one. */
export function createRequestHeaders(
  url: URL,
  { needsLeader = true }: HeaderOptions = {},
): (path: string, leftMs: number | undefined) => Buffer {
  const cached = new Map<string, Buffer>();
  return (path, leftMs) => {
    const timeout = leftMs === undefined ? '' : `${Math.max(1, Math.ceil(leftMs / stepMs)) * stepMs}m`;
    const key = `${path} ${timeout}`;
    let block = cached.get(key);
    if (block !== undefined) return block;
    const scheme = url.protocol.slice(0, -1);
    const fields = [
      printRequestLine({ method: 'POST', scheme, path, authority: url.host }),
      printField('content-type', 'application/grpc'),
      printField('te', 'trailers'),
      timeout === '' ? '' : printField('grpc-timeout', timeout),
      needsLeader ? printField('hasleader', 'true') : '',
    ];
    block = Buffer.from(fields.join(''), 'latin1');
    if (cached.size >= mostCached) cached.clear();
    cached.set(key, block);
    return block;
  };
}
