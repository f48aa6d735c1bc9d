/**
 * The client of all servers that this one calls: webhooks, aggregated APIs, kubelets. It knows addresses, trust,
 * connections, deadlines and limits, and nothing of what is said.
 */
import type { Duplex, Readable } from 'node:stream';

/** A Service of the cluster. Its certificate is for `NAME.NAMESPACE.svc`. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** The address of a Service at this moment, or the reason there is none, in the words of 1.24. */
export type ResolvedService =
  | { readonly ok: true; readonly host: string; readonly port: number }
  | { readonly ok: false; readonly message: string };

/** Asked before each connection. Reads from memory. */
export type ResolveService = (service: ServiceReference) => ResolvedService;

/** Credentials that this server shows to a target; keys and certificates in PEM. */
export interface TargetCredentials {
  readonly token?: string | undefined;
  readonly certificate?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** One server, as it is configured. Targets with equal content share connections and limits. */
export interface CalloutTarget {
  /** The name in metrics, messages and explanations, such as `policy.example.com`. */
  readonly name: string;
  /** Scheme, host and port alone: `https://policy.example.com:8443`. */
  readonly address:
    | { readonly kind: 'url'; readonly origin: string }
    | { readonly kind: 'service'; readonly service: ServiceReference };
  /** The IP address to connect to, where the host of the address was looked up and checked before. */
  readonly connectTo?: string | undefined;
  /** Trusted authorities in PEM; those of the system where absent. */
  readonly authorities?: string | undefined;
  readonly skipsVerification?: boolean | undefined;
  /** The name in its certificate, where it is not that of the address. */
  readonly serverName?: string | undefined;
  readonly credentials?: TargetCredentials | undefined;
  /** HTTP/1.1 only, as for exchanges that switch protocols. Otherwise HTTP/2 where the target speaks it. */
  readonly http1Only?: boolean | undefined;
  /** Requests under way at once. Those beyond it fail at once, as `busy`. A default applies where absent. */
  readonly maxInFlight?: number | undefined;
}

export interface CalloutRequest {
  readonly method: string;
  /** Path and query, as they go over the wire. */
  readonly path: string;
  /** Lower-case names. `host`, `content-length` and credentials are added here. Frozen ones are checked and printed once. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /**
   * May be carried out twice without harm. Then it is sent once more when a kept connection ends before any byte of the
   * answer. True for GET, HEAD and OPTIONS, whatever is said here; a streamed body is never sent twice.
   */
  readonly isRepeatable?: boolean | undefined;
}

export interface WholeRequest extends CalloutRequest {
  readonly body: readonly Uint8Array[];
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Ends the call early, when its client has left. */
  readonly signal?: AbortSignal | undefined;
}

/** Tells once that nobody waits for an answer any more. An `AbortSignal` does, and costs much where requests are many. */
export interface LeavingSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface StreamedRequest extends CalloutRequest {
  /** Absent where there is no body. The length of a stream is sent where the headers state it, else it goes in chunks. */
  readonly body?: Readable | readonly Uint8Array[] | undefined;
  /** Of the wait for the head of the answer. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: LeavingSignal | undefined;
}

export interface CalloutAnswer {
  readonly ok: true;
  readonly status: number;
  /** As received, in order: name, value, name, value. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface StreamedAnswer extends Omit<CalloutAnswer, 'body'> {
  /** The body, where all of it came together with the head. */
  readonly whole?: Buffer | undefined;
  /**
   * The body otherwise, with back-pressure. For status 101 it is absent, and `socket` carries both directions: it is paused until it
   * is resumed, piped or read.
   */
  readonly body?: Readable | undefined;
  readonly socket?: Duplex | undefined;
}

export type CalloutFailureKind =
  /** The Service has no address. */
  | 'unresolved'
  /** No connection: refused, unknown host, no route. */
  | 'unreachable'
  /** Its certificate does not hold. */
  | 'untrusted'
  | 'timeout'
  /** The connection ended before the answer did. */
  | 'closed'
  /** The bytes are no HTTP. */
  | 'garbage'
  | 'tooLarge'
  /** Too many requests to this target are under way. */
  | 'busy'
  | 'aborted'
  /** The request cannot be sent as it is: a header, a path or the trust that is configured cannot be used. */
  | 'invalid';

export interface CalloutFailure {
  readonly ok: false;
  readonly kind: CalloutFailureKind;
  /** For people, without the address: the caller names the target. */
  readonly message: string;
  /** Of a certificate whose form is outdated: without subject alternative names, or signed with SHA-1. */
  readonly certificateFault?: 'missingNames' | 'weakSignature' | undefined;
  /** False if nothing of the request reached the target, so that it may be sent again without harm. */
  readonly wasSent: boolean;
}

/** Connections are kept, bounded for each target, and closed when idle. Never follows a redirect, uses no proxy. */
export interface Callouts {
  /** Never rejects. */
  call(target: CalloutTarget, request: WholeRequest): Promise<CalloutAnswer | CalloutFailure>;
  /** Never rejects. The answer's stream, or its socket, may still fail. */
  open(target: CalloutTarget, request: StreamedRequest): Promise<StreamedAnswer | CalloutFailure>;
  /** Ends all connections. */
  close(): void;
}
