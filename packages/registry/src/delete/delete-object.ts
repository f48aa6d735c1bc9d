/** Delete: removes an object, or begins its end where something holds it. */
import type { AdmissionRequest } from '@keelson/admission';
import { notFound, type RequestTarget, success } from '@keelson/meta';

import { admit, firstRound, validateAdmission } from '../admission/run-admission.ts';
import type { Caller, DeleteAnswer, Outcome } from '../contract.ts';
import { groupResourceOf } from '../objects/form.ts';
import { deleteOptionsOf, printDeleteOptions } from '../options/delete-plan.ts';
import type { DeletePlan } from '../options/delete-plan.ts';
import { done, refused } from '../outcome.ts';
import type { Store } from '../resources/stores.ts';
import { commit } from '../write/commit.ts';
import type { Change, Committed } from '../write/commit.ts';
import type { Current } from '../write/current.ts';
import { withNotes, type TakenNotes } from '../write/notes.ts';
import { postpone } from '../write/request-deadline.ts';
import type { WriteParts } from '../write/writing.ts';
import { beginDeletion } from './begin-deletion.ts';
import type { DeletionStep } from './begin-deletion.ts';
import { endUnreadable, warnOfUnreadable } from './end-unreadable.ts';
import { matchPreconditions } from './preconditions.ts';
import { reviewedPlan } from './reviewed-plan.ts';

export interface Deleting {
  readonly parts: WriteParts;
  readonly store: Store;
  readonly place: RequestTarget;
  readonly plan: DeletePlan;
  readonly caller: Caller;
  /** Delete even an object that cannot be read. Only for a delete by name, or when a namespace is emptied. */
  readonly takesUnreadable?: boolean;
  /** One of those that a deletecollection deletes: reviews of it then name no object. */
  readonly isOfCollection?: boolean;
  /** The end of what was admitted before, as an eviction or as the beginning of a deletion: it is not admitted again. */
  readonly isAdmitted?: boolean;
  /** When the request ends, in milliseconds since 1970. */
  readonly endMs?: number;
  /** Told of time spent on waiting for webhooks. */
  readonly noteWaited?: (ms: number) => void;
}

/** Rejects as the store fails. */
export function deleteObject(deleting: Deleting): Promise<Outcome<DeleteAnswer>> {
  const { parts, place, plan, caller } = deleting;
  // The plan is printed again only if the request is offloaded.
  const request = {
    options: {},
    caller,
    get body() {
      return printDeleteOptions(plan, parts.scheme.domain);
    },
  };
  const offloaded = deleting.isAdmitted === true ? undefined : parts.offload?.delete(place, request);
  return offloaded ?? deleteHere(deleting);
}

async function deleteHere(deleting: Deleting): Promise<Outcome<DeleteAnswer>> {
  const notes = { warnings: new Set<string>(), annotations: [] };
  return withNotes(notes, await deleteNoting(deleting, notes));
}

async function deleteNoting(deleting: Deleting, notes: TakenNotes): Promise<Outcome<DeleteAnswer>> {
  const { parts, store, place, plan, takesUnreadable = false } = deleting;
  const { namespace, name = '' } = place;
  const { warnings } = notes;
  const of = groupResourceOf(place.resource);
  const target = { parts, store, of, namespace, name, isDryRun: plan.isDryRun, takesUnreadable };
  let deletion: DeletionStep | undefined;
  let uid = '';
  const committed = await commit(target, async (current) => {
    if (current === undefined) return refused(notFound(of, name));
    const matched = matchPreconditions(store, plan, current);
    if (!matched.ok) return matched;
    const admitted = deleting.isAdmitted === true ? done(undefined) : await admitDelete(deleting, current, notes);
    if (!admitted.ok) return admitted;
    deletion = begin(deleting, current, warnings);
    uid = current.object.metadata.uid ?? '';
    return done(deletion.change);
  });
  if (!committed.ok) return committed;
  const ended = deletion?.isFinal === true ? await finish(deleting, committed.value) : committed;
  if (!ended.ok) return ended;
  const warning = warnsOfOrphans(deleting) ? store.stored.orphansDependents?.warning : undefined;
  if (warning !== undefined) warnings.add(warning);
  const isPending = deletion?.isPending === true;
  return done(answerOf(deleting, ended.value, { uid, isPending, warnings: [...warnings] }));
}

function begin({ parts, store, place, plan }: Deleting, current: Current, warnings: Set<string>): DeletionStep {
  const object = copyOf(current);
  if (current.fault === undefined)
    return beginDeletion(
      store,
      object,
      { ...plan, orphansByDefault: place.resource.orphansDependents !== undefined },
      parts.now(),
    );
  warnings.add(warnOfUnreadable(current.fault));
  return endUnreadable(store, object, parts);
}

/** The current object may be shared, and is about to be marked. */
function copyOf({ object }: Current): Current['object'] {
  return { ...object, metadata: { ...object.metadata }, ...copyStatus(object) };
}

function copyStatus({ status }: Current['object']): { status?: unknown } {
  return typeof status === 'object' && status !== null ? { status: { ...status } } : {};
}

async function admitDelete(
  deleting: Deleting,
  current: Current,
  { warnings, annotations }: TakenNotes,
): Promise<Outcome<void>> {
  const { parts, store, place, plan, caller, endMs, noteWaited, isOfCollection = false } = deleting;
  const request: AdmissionRequest = {
    operation: 'delete',
    place,
    ...(isOfCollection && { name: '' }),
    old: current.object,
    oldForm: store.form,
    oldBytes: current.version.value,
    isDryRun: plan.isDryRun,
    caller,
    warn: (text) => void warnings.add(text),
    annotate: (annotation) => void annotations.push(annotation),
    // All objects of a collection share the options of their request.
    options: () =>
      deleteOptionsOf(isOfCollection ? plan : reviewedPlan(store.stored, plan, current), parts.scheme.domain),
    deadlineMs: endMs,
    noteWaited: (ms) => {
      postpone(parts, ms);
      noteWaited?.(ms);
    },
    rounds: firstRound(),
  };
  const admitted = await admit(parts.admission, request);
  return admitted.ok ? validateAdmission(parts.admission, request) : admitted;
}

/**
 * The second write, for objects that are marked and then deleted at once. If the object changed,
 * another delete won.
 */
async function finish({ parts, store, place, plan }: Deleting, marked: Committed): Promise<Outcome<Committed>> {
  if (plan.isDryRun) return done({ ...marked, end: 'deleted' });
  const { namespace, name = '' } = place;
  const of = groupResourceOf(place.resource);
  const target = { parts, store, of, namespace, name, isDryRun: false };
  const removed = await commit(target, (current): Outcome<Change> => {
    const isSame = current?.version.revision === marked.version.revision;
    return isSame ? done({ kind: 'delete' }) : refused(notFound(of, name));
  });
  if (!removed.ok && removed.status.reason !== 'NotFound') return removed;
  return done({ ...marked, end: 'deleted' });
}

function warnsOfOrphans({ plan }: Deleting): boolean {
  return plan.propagationPolicy === undefined && plan.orphanDependents === undefined;
}

interface Circumstances {
  readonly uid: string;
  readonly isPending: boolean;
  readonly warnings: readonly string[];
}

function answerOf(
  { store, place, plan }: Deleting,
  { version, end }: Committed,
  { uid, isPending, warnings }: Circumstances,
): DeleteAnswer {
  const isGone = end === 'deleted';
  const isAccepted = !isGone && plan.orphanDependents === false;
  const showsObject = store.stored.returnsDeletedObject === true || (!isGone && !isPending);
  if (showsObject) return { isAccepted, warnings, kind: 'object', answer: { object: version, form: store.form } };
  const { group, resource } = groupResourceOf(place.resource);
  const status = success({ name: place.name ?? '', group, kind: resource, uid });
  return { isAccepted, warnings, kind: 'status', status };
}
