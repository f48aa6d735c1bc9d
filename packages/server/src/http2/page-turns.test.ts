import { setImmediate as turn } from 'node:timers/promises';

import { expect, it } from '@jest/globals';

import { createPageTurns } from './page-turns.ts';

it('answers pages one after the other, and gives way in between', async () => {
  const steps: string[] = [];
  const takeTurn = createPageTurns(() => {
    steps.push('gives way');
    return turn();
  });
  for (const page of ['one', 'two']) {
    takeTurn(() => {
      steps.push(page);
      queueMicrotask(() => steps.push(`rest of ${page}`));
    });
  }
  expect(steps).toEqual(['one']);
  while (steps.length < 6) await turn();
  await turn();
  takeTurn(() => steps.push('three'));
  expect(steps).toEqual(['one', 'rest of one', 'gives way', 'two', 'rest of two', 'gives way', 'three']);
});
