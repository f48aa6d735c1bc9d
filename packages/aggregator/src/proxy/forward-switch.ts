/** A request whose connection is to speak another protocol, such as SPDY or WebSocket. */
import type { Callouts, CalloutTarget, StreamedAnswer } from '@keelson/callouts';
import type { ForwardedRequest } from '@keelson/surface';

import { clientLeft } from './client-left.ts';
import { relayAnswer } from './relay-answer.ts';
import { bodyOf } from './request-body.ts';
import type { SentHeaders } from './request-headers.ts';
import { joinConnections, passRefusal } from './switch-protocols.ts';

export type SwitchingRequest = Pick<ForwardedRequest, 'incoming' | 'response' | 'pace' | 'endTurn'>;

export type SwitchFault =
  | { readonly kind: 'unreachable'; readonly message: string }
  /** The other server answered, and neither switched nor refused. */
  | { readonly kind: 'notSwitched'; readonly message: string }
  /** The connection of the client cannot be taken out of HTTP. */
  | { readonly kind: 'notTaken'; readonly message: string };

export interface Switching {
  /** Of HTTP/1.1: connections of HTTP/2 cannot switch. */
  readonly target: CalloutTarget;
  readonly path: string;
  readonly headers: SentHeaders;
  /** Answers the client. */
  readonly refuse: (fault: SwitchFault) => void;
}

const switching = 101;
const firstError = 400;

export async function forwardSwitch(
  callouts: Pick<Callouts, 'open'>,
  request: SwitchingRequest,
  { target, path, headers, refuse }: Switching,
): Promise<void> {
  const { incoming, response } = request;
  if (response.destroyed) return;
  const leaving = new AbortController();
  const leave = (): void => leaving.abort(clientLeft);
  response.once('close', leave);
  const body = await bodyOf(request);
  if (body === 'gone') return;
  const { method } = incoming;
  const answer = await callouts.open(target, { method, path, headers, signal: leaving.signal, body });
  // From here on the response ends when its connection is taken over.
  response.off('close', leave);
  if (!answer.ok) {
    refuse({ kind: 'unreachable', message: answer.message });
    return;
  }
  if (answer.status < switching || (answer.status > switching && answer.status < firstError)) {
    answer.body?.destroy();
    refuse({ kind: 'notSwitched', message: `invalid upgrade response: status code ${answer.status}` });
    return;
  }
  passSwitch(request, answer, refuse);
}

function passSwitch(
  { incoming, response, pace }: SwitchingRequest,
  answer: StreamedAnswer,
  refuse: Switching['refuse'],
): void {
  const { socket } = answer;
  const taken = response.destroyed ? undefined : incoming.connection.takeOver();
  if (taken !== undefined) {
    if (socket === undefined) passRefusal(taken, answer);
    else joinConnections(taken, answer, socket);
    return;
  }
  socket?.destroy();
  if (socket === undefined) relayAnswer({ response, pace }, answer, (location) => location);
  else refuse({ kind: 'notTaken', message: 'the connection of this request cannot switch protocols' });
}
