/** The verbs' dependencies on the server. */
import type { Encoded, Encoding, ObjectVersion } from '@keelson/cache';
import type { Registry } from '@keelson/registry';
import type { GroupVersionKind, Scheme } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import type { BodyRecipe } from '../represent/print-body.ts';
import type { JoinedItems } from '../represent/joined-items.ts';
import type { EncodeElsewhere, Recipe } from '../represent/recipe.ts';
import type { Connect } from './connect.ts';
import type { EventCount } from './event-count.ts';

export interface VerbContext {
  readonly registry: Registry;
  readonly scheme: Scheme;
  /** Makes an encoding of an object once and keeps it with the object. */
  readonly derive: (object: ObjectVersion, encoding: Encoding) => Encoded;
  /** Encodes what would hold up this thread, on behalf of a user. Without it, or a promise from it, it is encoded here. */
  readonly encodeElsewhere?:
    ((recipe: Recipe, object: ObjectVersion, user: string) => Promise<Uint8Array> | undefined) | undefined;
  /** Prints a body for the audit log, likewise; the promise is of undefined for a body that cannot be read. */
  readonly printElsewhere?:
    ((recipe: BodyRecipe, bytes: Uint8Array, user: string) => Promise<string | undefined> | undefined) | undefined;
  /** Items of lists that were put together before. */
  readonly joined: JoinedItems;
  /** Initial events of watches, likewise. */
  readonly joinedEvents: JoinedItems;
  /** Makes connections. Absent where there is nothing to connect to. */
  readonly connect?: Connect | undefined;
  /** False: no answer is compressed, whatever its client accepts. Default: true. */
  readonly compresses?: boolean | undefined;
  readonly bodyLimitBytes: number;
  /** Watches end after a time of at least this and at most twice this, where the client gives none. */
  readonly minWatchTimeoutMs: number;
  /** Counts the events that are sent to the watchers of a kind. */
  readonly watchEvents: (of: GroupVersionKind) => EventCount;
  readonly random: () => number;
  readonly now: () => Date;
  readonly logger: Logger;
}

/** As one user has it. */
export function elsewhereFor({ encodeElsewhere }: VerbContext, user: string): EncodeElsewhere | undefined {
  return encodeElsewhere && ((recipe, object) => encodeElsewhere(recipe, object, user));
}
