import { describe, expect, it } from '@jest/globals';

import { createFakeClock } from '../testing/fake-clock.ts';
import { turns } from '../testing/objects.ts';
import { createTurn } from './turn.ts';

function setUp(watchers = 16) {
  const clock = createFakeClock();
  const turn = createTurn(clock);
  let sent = 0;
  const all = Array.from({ length: watchers }, () => ({ isDue: false, flush: () => void (sent += 1 / watchers) }));
  const settlers: (() => void)[] = [];
  const write = (): void => turn.expect(new Promise<void>((resolve) => settlers.push(resolve)));
  return {
    clock,
    add: () => all.forEach(turn.add),
    expectFailure: () => turn.expect(Promise.reject(new Error('no'))),
    write,
    settlers,
    sent: () => sent,
  };
}

describe('what is due in a turn', () => {
  it('is sent once in the next where nothing is expected', async () => {
    const { add, sent } = setUp();
    add();
    add();
    expect(sent()).toBe(0);
    await turns(1);
    expect(sent()).toBe(1);
    add();
    await turns(1);
    expect(sent()).toBe(2);
  });

  it('waits for the events of writes under way, until the last has ended', async () => {
    const { add, write, settlers, sent } = setUp();
    write();
    write();
    add();
    await turns(5);
    settlers[0]?.();
    await turns(5);
    expect(sent()).toBe(0);
    settlers[1]?.();
    add();
    await turns(5);
    expect(sent()).toBe(1);
  });

  it('does not wait where few are to be told', async () => {
    const { add, write, sent } = setUp(15);
    write();
    add();
    await turns(1);
    expect(sent()).toBeCloseTo(1);
  });

  it('does not wait longer than a moment, nor for what has failed', async () => {
    const { clock, add, write, expectFailure, sent } = setUp();
    expectFailure();
    await turns(2);
    add();
    await turns(2);
    expect(sent()).toBe(1);
    write();
    add();
    await turns(2);
    clock.advance(4);
    expect(sent()).toBe(2);
    add();
    await turns(2);
    clock.advance(3);
    expect(sent()).toBe(2);
    clock.advance(1);
    expect(sent()).toBe(3);
  });
});
