/** The target of a request for a resource: its declaration, and the names in the path. */
import type { Resource } from '@keelson/schema';

export interface RequestTarget {
  /** The declaration of the version that was asked for, out of the scheme of the server. */
  readonly resource: Resource;
  /** Absent for cluster-scoped resources, and for lists and watches over all namespaces. */
  readonly namespace?: string | undefined;
  /** Absent for collections, and for create. */
  readonly name?: string | undefined;
  /** `status`, `scale`, …, as declared. */
  readonly subresource?: string | undefined;
}
