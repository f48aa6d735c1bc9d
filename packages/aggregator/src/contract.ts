/**
 * The registry of remote APIs, as the proxy sees it: which group versions another server serves, and where that server
 * is. Conditions and objects of APIServices stay behind it.
 */
import type { CalloutTarget } from '@keelson/callouts';

/** A group version that a Service of the cluster serves. */
export interface RemoteApi {
  /** The name of its APIService, such as `v1beta1.metrics.example.com`. */
  readonly name: string;
  /**
   * The Service with its trust, `serverName` and the front-proxy certificate. The same object until one of these
   * changes: what is derived from it is kept by this object.
   */
  readonly target: CalloutTarget;
  /** The APIService's condition `Available`. Requests for one that is not are answered with 503. */
  readonly isAvailable: boolean;
}

/** Undefined for group versions that are served here, and for those that nobody serves. Asked for each request: reads from memory. */
export type RemoteOf = (group: string, version: string) => RemoteApi | undefined;
