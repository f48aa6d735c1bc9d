/** Levels, queues and waiting requests at this moment, as the pages of flow control print them. */
import type { FlowConfiguration } from '../levels/configuration.ts';
import type { PriorityLevel } from '../levels/priority-level.ts';
import type { Queue } from '../queues/queue.ts';
import { printWork } from '../queues/seat-seconds.ts';
import type { Ticket } from '../ticket.ts';
import { describeRequest, requestColumns } from './request-row.ts';
import { printTable, type Cell } from './table.ts';

type Levels = Pick<FlowConfiguration, 'levels'>;

const levelColumns = [
  'PriorityLevelName',
  'ActiveQueues',
  'IsIdle',
  'IsQuiescing',
  'WaitingRequests',
  'ExecutingRequests',
] as const;

export function dumpPriorityLevels(configuration: Levels): string {
  const rows = [...configuration.levels()].map(({ name, queueSet, isQuiescing }) => {
    if (queueSet === undefined) return withNone(name, levelColumns);
    const active = queueSet.usedQueues().filter(({ isActive }) => isActive).length;
    return [name, active, queueSet.isIdle, isQuiescing, queueSet.waiting, queueSet.executing];
  });
  return printTable(levelColumns, rows);
}

const queueColumns = [
  'PriorityLevelName',
  'Index',
  'PendingRequests',
  'ExecutingRequests',
  'SeatsInUse',
  'NextDispatchR',
  'InitialSeatsSum',
  'MaxSeatsSum',
  'TotalWorkSum',
] as const;

/** Levels with more queues show those that have been used. */
const mostQueues = 10_000;

export function dumpQueues(configuration: Levels): string {
  return printTable(queueColumns, [...configuration.levels()].flatMap(queueRows));
}

function queueRows({ name, queueSet }: PriorityLevel): Cell[][] {
  if (queueSet === undefined) return [withNone(name, queueColumns)];
  const { queues } = queueSet.configuration;
  if (queues > mostQueues) return queueSet.usedQueues().map((queue) => queueRow(name, queue.index, queue));
  const rows = Array.from({ length: queues }, (_, index) => queueRow(name, index, queueSet.queueAt(index)));
  const surplus = queueSet.usedQueues().filter(({ index }) => index >= queues);
  return [...rows, ...surplus.map((queue) => queueRow(name, queue.index, queue))];
}

function queueRow(name: string, index: number, queue: Queue | undefined): Cell[] {
  if (queue === undefined) return [name, index, 0, 0, 0, printWork(0), 0, 0, printWork(0)];
  const { length, executing, seatsInUse, nextDispatchR, initialSeats, maxSeats, totalWork } = queue;
  return [
    name,
    index,
    length,
    executing,
    seatsInUse,
    printWork(nextDispatchR),
    initialSeats,
    maxSeats,
    printWork(totalWork),
  ];
}

const waitingColumns = [
  'PriorityLevelName',
  'FlowSchemaName',
  'QueueIndex',
  'RequestIndexInQueue',
  'FlowDistingsher',
  'ArriveTime',
  'InitialSeats',
  'FinalSeats',
  'AdditionalLatency',
] as const;

export interface RequestsDump {
  /** With the user and the attributes of each request. */
  readonly hasDetails: boolean;
  /** Now, in both of the clocks: that of the queues, and that of the wall. */
  readonly nowMs: number;
  readonly wallMs: number;
}

/** The requests that wait. */
export function dumpRequests(configuration: Levels, options: RequestsDump): string {
  const columns = options.hasDetails ? [...waitingColumns, ...requestColumns] : waitingColumns;
  const rows = [...configuration.levels()].flatMap(({ name, queueSet }) => {
    if (queueSet === undefined) return [withNone(name, columns)];
    return queueSet.usedQueues().flatMap((queue) => waitingRows(name, queue, options));
  });
  return printTable(columns, rows);
}

function waitingRows(level: string, queue: Queue, { hasDetails, nowMs, wallMs }: RequestsDump): Cell[][] {
  const rows: Cell[][] = [];
  for (let each = queue.first; each !== undefined; each = each.after) {
    const { request, flow, arrivalMs } = each as Ticket;
    const arrived = new Date(wallMs - (nowMs - arrivalMs)).toISOString();
    const latency = each.additionalLatencyMs === 0 ? '0s' : `${each.additionalLatencyMs}ms`;
    const row = [level, flow?.schema, queue.index, rows.length, flow?.distinguisher, arrived];
    rows.push([
      ...row,
      each.initialSeats,
      each.finalSeats,
      latency,
      ...(hasDetails && request !== undefined ? describeRequest(request) : []),
    ]);
  }
  return rows;
}

function withNone(name: string, columns: readonly string[]): Cell[] {
  return [name, ...columns.slice(1).map(() => '<none>')];
}
