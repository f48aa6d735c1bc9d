/** The subject of a request in API terms: a verb on a target, or a non-resource path. The user does not matter here. */
import type { RequestTarget } from '@keelson/meta';
import type { Verb } from '@keelson/schema';

export type RequestInfo =
  /** To be carried out, if authorization of the same verb on the same target allows it. */
  | { readonly kind: 'resource'; readonly verb: Verb; readonly target: RequestTarget }
  /** Below a version that another server serves, or its discovery. `verb` is that of authorization. */
  | {
      readonly kind: 'remote';
      readonly group: string;
      readonly version: string;
      readonly verb: string;
      readonly isLongRunning: boolean;
    }
  /**
   * Not below a version of a group that is served: discovery, health, metrics and the like. `mayBeDefined`: a definition
   * that this replica has not heard of may declare what is there.
   */
  | { readonly kind: 'path'; readonly mayBeDefined?: boolean }
  /** Below a version that is served, but nothing is there. */
  | { readonly kind: 'noResource'; readonly mayBeDefined?: boolean }
  /** Below an object of a custom resource, a subresource that its definition does not have. */
  | { readonly kind: 'noSubresource'; readonly target: RequestTarget }
  /** A subresource that is proxied: any of its methods, whatever stands behind it. */
  | { readonly kind: 'connection'; readonly target: RequestTarget }
  /** The path exists, but not for this method, or for none at all. `target` is for the metrics. */
  | { readonly kind: 'noVerb'; readonly target: RequestTarget };
