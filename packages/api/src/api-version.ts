/** A version of an API group: its resources, and the kinds that have no resource of their own. */
import type { Message, Resource } from '@keelson/schema';

export interface ApiVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly Resource[];
  /** Kinds besides those of the resources and their lists; the name of a kind is the last part of its message's. */
  readonly kinds: readonly Message[];
}
