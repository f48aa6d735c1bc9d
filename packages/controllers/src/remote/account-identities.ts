/**
 * Identities of controllers that run as a process of their own: each is the service account of its name in `kube-system`,
 * by a token that the server issues on request. The account is made where there is none.
 *
 * A token is used for four fifths of its life, and as long as it is good where no new one is to be had.
 */
import { serviceAccountUser } from '@keelson/auth';
import { unexplained, type Status } from '@keelson/meta';

import type { ControllerClock } from '../controller-clock.ts';
import { answerFields, answerText } from '../remote-api/answer-fields.ts';
import { requestRemote, type RemoteAnswer, type RemoteIdentity, type RemoteServer } from '../remote-api/remote-api.ts';

const namespace = 'kube-system';
const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
const lifetimeSeconds = 3_600;
const usedShare = 0.8;

export interface AccountIdentitiesParts {
  /** Asked for accounts and tokens as the user of the process, who needs the right to both. */
  readonly server: RemoteServer;
  readonly clock: Pick<ControllerClock, 'now' | 'wallMs'>;
}

/** Undefined for a user that is no service account of a controller. */
export function createAccountIdentities(parts: AccountIdentitiesParts): (user: string) => RemoteIdentity | undefined {
  const prefix = serviceAccountUser({ namespace, name: '' });
  const known = new Map<string, RemoteIdentity>();
  return (user) => {
    if (!user.startsWith(prefix)) return undefined;
    const identity = known.get(user) ?? createIdentity(parts, user.slice(prefix.length));
    known.set(user, identity);
    return identity;
  };
}

interface HeldToken {
  readonly text: string;
  readonly renewMs: number;
  readonly endMs: number;
}

type Issued = { readonly ok: true; readonly held: HeldToken } | { readonly ok: false; readonly status: Status };

function createIdentity(parts: AccountIdentitiesParts, account: string): RemoteIdentity {
  let held: HeldToken | undefined;
  let asking: Promise<Issued> | undefined;
  const renew = async (): Promise<Issued> => {
    asking ??= issueToken(parts, account);
    const issued = await asking;
    asking = undefined;
    if (issued.ok) held = issued.held;
    return issued;
  };
  return {
    headersFor: async () => {
      const nowMs = parts.clock.now();
      if (held !== undefined && nowMs < held.renewMs) return headersOf(held);
      const issued = await renew();
      if (issued.ok) return headersOf(issued.held);
      return held !== undefined && nowMs < held.endMs ? headersOf(held) : issued;
    },
    forget: ({ authorization }) => {
      if (held !== undefined && authorization === bearerOf(held)) held = undefined;
    },
  };
}

function headersOf(held: HeldToken) {
  return { ok: true, headers: { authorization: bearerOf(held) } } as const;
}

function bearerOf({ text }: HeldToken): string {
  return `Bearer ${text}`;
}

async function issueToken({ server, clock }: AccountIdentitiesParts, account: string): Promise<Issued> {
  const askedMs = clock.now();
  const request = { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1' };
  const body = JSON.stringify({ ...request, metadata: {}, spec: { expirationSeconds: lifetimeSeconds } });
  const ask = () => requestRemote(server, { method: 'POST', path: `${accounts}/${account}/token`, body });
  let answer = await ask();
  if (!answer.ok && answer.status.code === 404) {
    const made = await makeAccount(server, account);
    if (!made.ok) return made;
    answer = await ask();
  }
  if (!answer.ok) return answer;
  const fields = answerFields(answer.value);
  const status = answerFields(fields['status']);
  const text = answerText(status, 'token') ?? '';
  if (text === '') return { ok: false, status: unexplained('the server has issued no token', 502) };
  const lifeMs = lifeMsOf(status, clock);
  return { ok: true, held: { text, renewMs: askedMs + lifeMs * usedShare, endMs: askedMs + lifeMs } };
}

/** A server may issue tokens of another life than was asked for. Its clock may differ from ours by that of a short one. */
function lifeMsOf(status: Readonly<Record<string, unknown>>, clock: Pick<ControllerClock, 'wallMs'>): number {
  const wantedMs = lifetimeSeconds * 1_000;
  const endMs = Date.parse(answerText(status, 'expirationTimestamp') ?? '');
  return Number.isNaN(endMs) ? wantedMs : Math.min(wantedMs, Math.max(0, endMs - clock.wallMs()));
}

/** Another process may make it at the same time. */
async function makeAccount(server: RemoteServer, name: string): Promise<RemoteAnswer> {
  const body = JSON.stringify({ kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name, namespace } });
  const made = await requestRemote(server, { method: 'POST', path: accounts, body });
  return !made.ok && made.status.code === 409 ? { ok: true, value: null } : made;
}
