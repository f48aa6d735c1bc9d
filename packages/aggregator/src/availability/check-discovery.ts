/**
 * The check that the server behind an APIService answers: a request for the discovery document of its group version, which
 * it has to serve. It shows nothing of what comes back, so that the certificate of the server is not verified: requests of
 * clients are not sent to a server whose certificate does not hold, whatever the condition says.
 */
import type { Callouts, CalloutTarget, ResolveService, WholeRequest } from '@keelson/callouts';

import { aggregatorHeaders as headers, discoveryPath } from '../remote/ask-remote.ts';
import type { RegisteredRemote } from '../remote/remote-apis.ts';

export interface DiscoveryCheckParts {
  readonly callouts: Pick<Callouts, 'call'>;
  readonly resolveService: ResolveService;
  /** Ends checks that are under way. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** Resolves with the reason against the server, or with undefined. Never rejects. */
export type CheckDiscovery = (remote: RegisteredRemote) => Promise<string | undefined>;

/** One good answer is enough: with several endpoints, one of them may be down. */
const attempts = 5;
const defaultTimeoutMs = 6_000;
/** Only the status counts; no discovery document is that large. */
const maxAnswerBytes = 4 * 1024 * 1024;

export function createDiscoveryCheck(parts: DiscoveryCheckParts): CheckDiscovery {
  return async (remote) => {
    const first = await attempt(parts, remote);
    if (first === undefined || parts.signal.aborted) return first;
    const others = await Promise.all(Array.from({ length: attempts - 1 }, () => attempt(parts, remote)));
    return others.includes(undefined) ? undefined : first;
  };
}

async function attempt(parts: DiscoveryCheckParts, remote: RegisteredRemote): Promise<string | undefined> {
  const { callouts, resolveService, signal, timeoutMs = defaultTimeoutMs } = parts;
  const resolved = resolveService(remote.service);
  if (!resolved.ok) return resolved.message;
  const origin = `https://${authorityOf(resolved)}`;
  const path = discoveryPath(remote);
  const url = `${origin}${path}`;
  const request: WholeRequest = { method: 'GET', path, headers, body: [], timeoutMs, maxAnswerBytes, signal };
  const answer = await callouts.call(targetOf(remote, origin), request);
  if (!answer.ok && answer.kind === 'timeout') return `timed out waiting for ${url}`;
  const fault = answer.ok ? faultOf(answer.status, url) : `Get "${url}": ${answer.message}`;
  return fault === undefined ? undefined : `failing or missing response from ${url}: ${fault}`;
}

function faultOf(status: number, url: string): string | undefined {
  return status >= 200 && status < 300 ? undefined : `bad status from ${url}: ${String(status)}`;
}

function authorityOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

function targetOf({ name, target }: RegisteredRemote, origin: string): CalloutTarget {
  return { name, address: { kind: 'url', origin }, skipsVerification: true, credentials: target.credentials };
}
