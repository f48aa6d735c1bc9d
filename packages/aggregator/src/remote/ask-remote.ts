/** Requests that this server sends to the servers of remote APIs on its own account. */
import type { CalloutAnswer, CalloutFailure, Callouts } from '@keelson/callouts';

import type { RegisteredRemote } from './remote-apis.ts';

/** The identity always has access, whatever authorization the other server has. The agent is what such servers know. */
export const aggregatorHeaders = {
  'user-agent': 'Go-http-client/1.1',
  'x-remote-user': 'system:kube-aggregator',
  'x-remote-group': 'system:masters',
};

export interface RemoteQuestion {
  readonly path: string;
  /** Those that say who asks included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

/** The certificate of the server is verified: what it says is shown to clients. Never rejects. */
export function askRemote(
  callouts: Pick<Callouts, 'call'>,
  { target }: Pick<RegisteredRemote, 'target'>,
  question: RemoteQuestion,
): Promise<CalloutAnswer | CalloutFailure> {
  return callouts.call(target, { method: 'GET', body: [], ...question });
}

/** The page of its discovery document. The core group has a place of its own. */
export function discoveryPath({ group, version }: Pick<RegisteredRemote, 'group' | 'version'>): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}
