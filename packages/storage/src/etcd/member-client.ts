/**
 * The library's client of one member. It takes its credentials when it is made, so renewed ones mean another client:
 * calls under way end on the old one.
 */
import { defaultPingMs } from '@keelson/etcd-client';
import type { ConnectionTiming, CredentialSource, EtcdCredentials } from '@keelson/etcd-client';
import { Etcd3 } from 'etcd3';
import type { IOptions, KVClient } from 'etcd3';

export interface MemberClientOptions {
  readonly url: string;
  readonly credentials: CredentialSource | undefined;
  readonly timing: ConnectionTiming;
}

export interface MemberClient {
  current(): Etcd3;
  close(): void;
}

export function createMemberClient({ url, credentials, timing }: MemberClientOptions): MemberClient {
  let known = credentials?.();
  let client = open(url, known, timing);
  return {
    current: () => {
      const given = credentials?.();
      if (given === known) return client;
      client.close();
      known = given;
      client = open(url, given, timing);
      return client;
    },
    close: () => client.close(),
  };
}

/** Of the library's connections. Its responses (status, leases, compaction) are small: its limit of 4 MB suffices. */
function grpcOptionsOf({ pingMs = defaultPingMs }: ConnectionTiming): NonNullable<IOptions['grpcOptions']> {
  return {
    'grpc.keepalive_time_ms': pingMs,
    'grpc.keepalive_timeout_ms': 2_000,
    // etcd closes the connections of clients that ping it without a call in progress.
    'grpc.keepalive_permit_without_calls': 0,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
  };
}

type Policy = NonNullable<NonNullable<IOptions['faultHandling']>['global']>;

/** Shared by all calls: creating one costs 10 µs. */
const neverAborted = new AbortController().signal;

/** The library would retry writes whose response was lost; `call.ts` decides that instead. */
const noRetries: Omit<Policy, '_altReturn'> = {
  onSuccess: () => ({ dispose: () => undefined }),
  onFailure: () => ({ dispose: () => undefined }),
  execute: async (call, signal = neverAborted) => call({ signal }),
};
// The type asks for one more property, and says itself that it does not exist.
const noPolicy = noRetries as Policy;

type EtcdCallOptions = NonNullable<Parameters<KVClient['range']>[1]>;
type Interceptor = NonNullable<EtcdCallOptions['interceptors']>[number];

/** Makes a member that has lost its leader fail at once instead of at the deadline. */
const requireLeader: Interceptor = (options, nextCall) => {
  const call = nextCall(options);
  const start = call.start.bind(call);
  call.start = (metadata, listener) => {
    metadata.set('hasleader', 'true');
    start(metadata, listener);
  };
  // The type asks for the library's own class; what `nextCall` makes is all that is ever used.
  return call as ReturnType<Interceptor>;
};

function open(url: string, credentials: EtcdCredentials | undefined, timing: ConnectionTiming): Etcd3 {
  return new Etcd3({
    hosts: url,
    grpcOptions: grpcOptionsOf(timing),
    ...(credentials && {
      credentials: {
        rootCertificate: credentials.ca,
        ...(credentials.key && { privateKey: credentials.key }),
        ...(credentials.cert && { certChain: credentials.cert }),
      },
    }),
    defaultCallOptions: { interceptors: [requireLeader] },
    faultHandling: { global: noPolicy, host: () => noPolicy },
  });
}
