/** Ends what is asked for a client when that client has left. */
import type { Outgoing } from '@keelson/http';

import { clientLeft } from './client-left.ts';

export function leavingSignal(response: Outgoing): AbortSignal {
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) leaving.abort(clientLeft);
  });
  return leaving.signal;
}
