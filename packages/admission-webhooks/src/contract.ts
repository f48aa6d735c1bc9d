/**
 * The border between the dispatch of webhooks and the thread that knows them: which webhooks a request meets, and the
 * calls to them. All that crosses it is plain data, so that the dispatch may run in a worker thread.
 */
import type { Status } from '@keelson/meta';
import type { MaybePromise } from '@keelson/telemetry';

/** Mutating webhooks are asked one after the other, validating ones all at once. */
export type Phase = 'mutating' | 'validating';

export type ReviewOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** A webhook, as far as its dispatch depends on it. */
export interface HookSettings {
  readonly phase: Phase;
  /** Differs for webhooks of one name in one configuration. */
  readonly uid: string;
  readonly configuration: string;
  readonly name: string;
  /** Its place among all webhooks of the phase: by the name of the configuration, then as that lists them. */
  readonly index: number;
  readonly ignoresFailure: boolean;
  /** Absent in configurations of older servers. */
  readonly sideEffects: string | undefined;
  readonly timeoutSeconds: number;
  readonly isReinvoked: boolean;
  /** The first that is known here, `undefined` where none is. */
  readonly reviewVersion: 'v1' | 'v1beta1' | undefined;
}

export interface ReviewedResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** A webhook that a request meets, and the version of the resource that it is to see. */
export interface Invocation {
  readonly hook: HookSettings;
  readonly target: ReviewedResource;
}

export type LabelsOf = Readonly<Record<string, string>>;

export interface MatchRequest {
  readonly operation: ReviewOperation;
  readonly resource: ReviewedResource;
  readonly subresource: string;
  /** Empty for cluster-scoped objects; of a namespace its own name. */
  readonly namespace: string;
  /** `undefined` where there is no such object, or where it has no metadata. */
  readonly labels: LabelsOf | undefined;
  readonly oldLabels: LabelsOf | undefined;
}

export type MatchResult =
  { readonly ok: true; readonly invocations: readonly Invocation[] } | { readonly ok: false; readonly status: Status };

export type HookAnswer =
  | { readonly ok: true; readonly status: number; readonly contentType: string; readonly body: Uint8Array }
  /** In the words of 1.24. */
  | { readonly ok: false; readonly message: string };

export interface HookCall {
  readonly hook: HookSettings;
  readonly body: readonly Uint8Array[];
  /** When the request that waits for it ends, in milliseconds since 1970. */
  readonly endMs: number | undefined;
}

/** The outcome of a call, for metrics and explanations. */
export interface HookReport {
  readonly hook: Pick<HookSettings, 'phase' | 'uid' | 'name' | 'configuration'>;
  readonly operation: ReviewOperation;
  readonly seconds: number;
  readonly outcome: 'allowed' | 'denied' | 'failed' | 'failedOpen' | 'broken';
  /** The code of the answer, or the one that stands for its fault. */
  readonly code: number;
  readonly hasChanged: boolean;
  /** Why it failed or denied. */
  readonly message?: string | undefined;
}

export interface WebhookHost {
  /** Returns false where no webhook of the phase can be met; costs nothing. */
  mayMatch(phase: Phase): boolean;
  /** In the order in which they are asked. */
  match(phase: Phase, request: MatchRequest): MaybePromise<MatchResult>;
  /** Never rejects for what the webhook does. */
  call(call: HookCall): Promise<HookAnswer>;
  report(report: HookReport): void;
}
