import { expect, it } from '@jest/globals';

import { createRests } from './rests.ts';

it('rests for half as long as it worked, while short requests are served', async () => {
  const rests = createRests(2);
  rests.noteWork();
  rests.noteTurn(4, true);
  const began = performance.now();
  expect(rests.current).toBeDefined();
  await rests.current;
  // Timers count in whole milliseconds.
  expect(performance.now() - began).toBeGreaterThan(0.9);
  expect(rests.current).toBeUndefined();
});

it('gathers short turns until they are worth a timer', () => {
  const rests = createRests(2);
  const work = (): void => {
    rests.noteWork();
    rests.noteTurn(0.75, true);
  };
  work();
  work();
  expect(rests.current).toBeUndefined();
  work();
  expect(rests.current).toBeDefined();
});

it('does not rest where nothing short is served, for other work, nor where processors are many', () => {
  const alone = createRests(2);
  alone.noteWork();
  alone.noteTurn(4, false);
  const other = createRests(2);
  other.noteTurn(4, true);
  const wide = createRests(32);
  wide.noteWork();
  wide.noteTurn(4, true);
  expect([alone.current, other.current, wide.current]).toEqual([undefined, undefined, undefined]);
});
