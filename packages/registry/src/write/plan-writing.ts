/** The options of a write, checked, with all that the write then needs. */
import type { RequestTarget } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import type { Caller, Outcome, PatchKind, WriteOptions } from '../contract.ts';
import { planWrite } from '../options/write-options.ts';
import { done } from '../outcome.ts';
import type { Store } from '../resources/stores.ts';
import { requestEndMs } from './request-deadline.ts';
import type { WriteParts, Writing } from './writing.ts';

export interface Asked {
  readonly kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';
  readonly options: WriteOptions;
  readonly caller: Caller;
  readonly patchKind?: PatchKind;
}

export function planWriting(parts: WriteParts, store: Store, place: RequestTarget, asked: Asked): Outcome<Writing> {
  const { kind, options, caller, patchKind } = asked;
  const { scheme, validatesFields } = parts;
  const plan = planWrite(kind, options, caller, { domain: scheme.domain, patchKind, validatesFields });
  if (!plan.ok) return plan;
  const ruling = rulingOf(store, place);
  const notes = { warnings: new Set<string>(), annotations: [] };
  const endMs = requestEndMs(parts, options.timeout);
  return done({ parts, store, place, ruling, plan: plan.value, caller, endMs, ...notes });
}

function rulingOf({ stored }: Store, { resource }: RequestTarget): Resource {
  if (resource.hub === stored) return resource;
  const { hooksOfRequests: hooks } = resource;
  return hooks === undefined ? stored : { ...stored, hooks };
}
