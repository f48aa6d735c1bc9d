/** For tests: usual requests and targets, and what is left open. */
import type { CalloutTarget, WholeRequest } from '../contract.ts';

export function post(changes: Partial<WholeRequest> = {}): WholeRequest {
  return {
    method: 'POST',
    path: '/review?timeout=10s',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: [Buffer.from('{"a":'), Buffer.from('1}')],
    timeoutMs: 10_000,
    maxAnswerBytes: 1024 * 1024,
    ...changes,
  };
}

export function targetOf(origin: string, changes: Partial<CalloutTarget> = {}): CalloutTarget {
  return { name: 'policy.example.com', address: { kind: 'url', origin }, ...changes };
}

export const noServices = (): { readonly ok: false; readonly message: string } => ({
  ok: false,
  message: 'no services here',
});

/** Sockets and timers of this process that are open, by type. */
export function openHandles(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const type of process.getActiveResourcesInfo()) {
    if (/TCPSocket|TLS|Timeout|HTTP/.test(type)) counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}
