import { describe, expect, it } from '@jest/globals';

import { level, oneQueue, openFlowControl, schemaFor } from '../testing/open-flow-control.ts';
import { requestFor } from '../testing/request-for.ts';
import { dumpPriorityLevels, dumpQueues, dumpRequests } from './dumps.ts';

function open() {
  const queuing = { ...oneQueue, queues: 2, queueLengthLimit: 5 };
  const opened = openFlowControl([level('l', 1, queuing)], [schemaFor('s', 'l')]);
  for (let count = 0; count < 3; count += 1) opened.get('alice');
  return opened;
}

/** Levels are in no order. */
function linesOf(dump: string, ...names: readonly string[]): readonly string[] {
  return dump.split('\n').filter((line) => names.some((name) => line.startsWith(name)));
}

describe('the pages of flow control', () => {
  it('print levels as other servers do', () => {
    const { control } = open();
    const dump = dumpPriorityLevels(control.configuration);
    expect(linesOf(dump, 'PriorityLevelName', 'l', 'exempt').toSorted()).toEqual([
      'PriorityLevelName, ActiveQueues, IsIdle, IsQuiescing, WaitingRequests, ExecutingRequests',
      'exempt,            <none>,       <none>, <none>,      <none>,          <none>',
      'l,                 1,            false,  false,       2,               1',
    ]);
    expect(dump.endsWith('\n')).toBe(true);
  });

  it('print queues, with those that were never used', () => {
    const { control } = open();
    const lines = linesOf(dumpQueues(control.configuration), 'PriorityLevelName', 'l');
    expect(lines[0]).toBe(
      'PriorityLevelName, Index,  PendingRequests, ExecutingRequests, SeatsInUse, NextDispatchR, InitialSeatsSum, MaxSeatsSum, TotalWorkSum',
    );
    const rows = lines.slice(1).map((line) => line.split(/, */));
    expect(rows).toContainEqual(['l', expect.any(String), '2', '1', '1', '0.00300000ss', '2', '2', '0.00600000ss']);
    expect(rows).toContainEqual(['l', expect.any(String), '0', '0', '0', '0.00000000ss', '0', '0', '0.00000000ss']);
  });

  it('print requests that wait, with their users and attributes if asked', () => {
    const { control, clock, ask } = open();
    clock.advance(1_500);
    ask(requestFor('bob', 'get'));
    const wallMs = Date.parse('2026-01-01T00:00:10.000Z');
    const options = { nowMs: clock.nowMs, wallMs };
    const plain = linesOf(
      dumpRequests(control.configuration, { ...options, hasDetails: false }),
      'PriorityLevelName',
      'l',
    );
    expect(plain).toHaveLength(4);
    expect(plain[0]).toBe(
      'PriorityLevelName, FlowSchemaName, QueueIndex, RequestIndexInQueue, FlowDistingsher, ArriveTime,               InitialSeats, FinalSeats, AdditionalLatency',
    );
    expect(plain[1]?.replace(/(?<=s, {14})[01]/, '0')).toBe(
      'l,                 s,              0,          0,                   ,                2026-01-01T00:00:08.500Z, 1,            0,          0s',
    );
    const detailed = dumpRequests(control.configuration, { ...options, hasDetails: true });
    expect(detailed).toMatch(
      /^l,.* 0s, +bob, +get, +\/api\/v1\/namespaces\/a\/configmaps, +a, +x, +v1, +configmaps, $/m,
    );
    expect(linesOf(detailed, 'exempt')[0]?.match(/<none>/g)).toHaveLength(16);
  });
});
