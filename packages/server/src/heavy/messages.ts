/**
 * The messages between the main thread and a worker:
 *
 *     main                          worker
 *       │ ◀───────────── ready ─────── │   its declarations are compiled on demand, its code is loaded
 *       │ ── job ────────────────────▶ │
 *       │ ◀────────────── call ─────── │   of a service, on behalf of the job
 *       │ ── reply ──────────────────▶ │
 *       │ ◀────────────── end ──────── │
 *       │ ── ping ───▶ ◀── pong ────── │   a worker that does not answer is in an endless loop
 */
import type { LimitedResource, TolerationSeconds } from '@keelson/admission';
import type { Release } from '@keelson/schema';

import type { Job, JobResult } from './jobs.ts';
import type { ErrorCopy } from './portable.ts';
import type { Services } from './services.ts';

export type Ended<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorCopy };

export type ToWorker =
  | { readonly type: 'job'; readonly id: number; readonly job: Job }
  | { readonly type: 'reply'; readonly id: number; readonly ended: Ended<unknown> }
  | { readonly type: 'ping' };

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'end'; readonly id: number; readonly ended: Ended<JobResult> }
  | ServiceCall
  | { readonly type: 'pong' };

export interface ServiceCall {
  readonly type: 'call';
  readonly id: number;
  /** The job on whose behalf it is made. */
  readonly job: number;
  readonly method: keyof Services;
  readonly args: readonly unknown[];
}

/** The settings of a worker. It has the declarations, plugins and settings of the main thread. */
export interface WorkerSettings {
  readonly domain: string;
  /** The prefix of all keys in the store. */
  readonly prefix: string;
  readonly plugins: readonly string[];
  readonly tolerationSeconds?: TolerationSeconds | undefined;
  readonly limitedResources?: readonly LimitedResource[] | undefined;
  readonly expirySeconds: number;
  /** The feature gates that are off. */
  readonly gatesOff: ReadonlySet<string>;
  /** The release that is emulated. */
  readonly release: Release;
}
