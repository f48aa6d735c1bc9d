/**
 * Estimates the work of a request before it is carried out: of a list by the objects that it goes through, of a write by
 * the watches that will hear of it. All others take one seat.
 */
import type { ObjectRef, ResourceRequestAttributes } from '@keelson/meta';

import type { FlowRequest } from '../flow-request.ts';
import type { WorkEstimate } from '../queues/queued-request.ts';

const maxSeats = 10;
const objectsPerSeat = 100;
const watchesPerSeat = 10;
/** For telling the watches of one change, by those of one seat. */
const eventMs = 5;

export interface WorkEstimatorParts {
  /** Objects of the resource, in all namespaces; `undefined` where that is not known. */
  readonly countObjects: (resource: ObjectRef) => number | undefined;
  readonly countWatches: (object: ObjectRef) => number;
}

/** The same objects each time: an estimate costs no memory. */
const bySeats: readonly WorkEstimate[] = Array.from({ length: maxSeats + 1 }, (_, seats) => ({
  initialSeats: Math.max(1, seats),
  finalSeats: 0,
  additionalLatencyMs: 0,
}));

const oneSeat: WorkEstimate = { initialSeats: 1, finalSeats: 0, additionalLatencyMs: 0 };

export interface WorkEstimator {
  /** `recorder` is told, for a write, how many watches will hear of it. */
  (request: FlowRequest, recorder: { observeWatches(watches: number): void }): WorkEstimate;
}

export function createWorkEstimator({ countObjects, countWatches }: WorkEstimatorParts): WorkEstimator {
  const byWatches: WorkEstimate[] = [];
  return (request, recorder) => {
    const { attributes } = request;
    if (attributes.kind !== 'resource') return oneSeat;
    if (attributes.verb === 'list') return estimateList(request, countObjects(attributes));
    if (!isWrite(attributes)) return oneSeat;
    const watches = countWatches(attributes);
    recorder.observeWatches(watches);
    if (watches < watchesPerSeat) return oneSeat;
    const seats = Math.ceil(watches / watchesPerSeat);
    return (byWatches[seats] ??= estimateEvents(seats));
  };
}

function isWrite({ verb }: ResourceRequestAttributes): boolean {
  return verb === 'create' || verb === 'update' || verb === 'patch' || verb === 'delete';
}

/** Where more seats were due than a request may have, it has them for longer. */
function estimateEvents(seats: number): WorkEstimate {
  const finalSeats = Math.min(maxSeats, seats);
  return { initialSeats: 1, finalSeats, additionalLatencyMs: (eventMs * seats) / finalSeats };
}

function estimateList({ url: { query } }: FlowRequest, stored: number | undefined): WorkEstimate {
  const limit = parseLimit(query.first('limit'));
  if (stored === undefined || limit === undefined) return oneSeat;
  const asked = limit > 0 && limit < stored ? limit : stored;
  const hasSelector = hasValue(query.first('labelSelector')) || hasValue(query.first('fieldSelector'));
  const visited = countVisited(query, { stored, asked, limit, hasSelector });
  return bySeats[Math.min(maxSeats, Math.ceil(visited / objectsPerSeat))] ?? oneSeat;
}

interface Visit {
  readonly stored: number;
  readonly asked: number;
  readonly limit: number;
  readonly hasSelector: boolean;
}

/** As where lists that have to be most recent, or come in pages, are read from the store. */
function countVisited(query: FlowRequest['url']['query'], { stored, asked, limit, hasSelector }: Visit): number {
  const resourceVersion = query.first('resourceVersion') ?? '';
  const match = query.first('resourceVersionMatch') ?? '';
  const isPage = hasValue(query.first('continue')) || (limit > 0 && resourceVersion !== '0');
  const isFromStore = resourceVersion === '' || isPage || (match !== '' && match !== 'NotOlderThan');
  if (!isFromStore) return stored;
  return hasSelector ? stored + asked : 2 * asked;
}

function hasValue(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

/** `undefined` for one that is refused later. */
function parseLimit(text = ''): number | undefined {
  if (text === '') return 0;
  return /^-?\d{1,18}$/.test(text) ? Number(text) : undefined;
}
