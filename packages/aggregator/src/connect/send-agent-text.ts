/** A text that the agent of a node sends, such as a log: passed on as it comes. */
import type { Callouts, StreamedAnswer } from '@keelson/callouts';
import { unexplained } from '@keelson/meta';
import type { ConnectionRequest } from '@keelson/surface';

import { leavingSignal } from '../proxy/leaving-signal.ts';
import { relayAnswer } from '../proxy/relay-answer.ts';
import { refusalOfAgent } from './agent-refusal.ts';
import type { LogMetrics } from './log-metrics.ts';
import type { Location } from './find-location.ts';

/** Of a refusal. */
const quotedBytes = 50_000;

export async function sendAgentText(
  callouts: Pick<Callouts, 'open'>,
  request: ConnectionRequest,
  { target, path }: Location,
  logs: LogMetrics,
): Promise<void> {
  const { response, refuse, place } = request;
  const signal = leavingSignal(response);
  const headers = { 'user-agent': 'Go-http-client/1.1' };
  const answer = await callouts.open(target, { method: 'GET', path, headers, signal });
  if (response.destroyed) {
    if (answer.ok) answer.body?.destroy();
    return;
  }
  if (!answer.ok) {
    if (answer.kind === 'untrusted') logs.noteUntrusted();
    const url = target.address.kind === 'url' ? `${target.address.origin}${path}` : path;
    refuse(unexplained(`Get ${JSON.stringify(url)}: ${answer.message}`));
    return;
  }
  if (answer.status < 200 || answer.status > 206) {
    const text = await readText(answer);
    refuse(refusalOfAgent(answer.status, text, place));
    return;
  }
  // Nothing else that the agent says of its answer concerns the client.
  relayAnswer(request, { ...answer, status: 200, rawHeaders: ['Content-Type', 'text/plain'] }, (location) => location);
}

async function readText({ body, whole }: StreamedAnswer): Promise<string> {
  const pieces: Buffer[] = whole === undefined ? [] : [whole];
  let length = whole?.length ?? 0;
  try {
    for await (const piece of body ?? []) {
      pieces.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length >= quotedBytes) break;
    }
  } catch {
    // The outcome is told.
  }
  return Buffer.concat(pieces).toString('utf8', 0, Math.min(length, quotedBytes));
}
