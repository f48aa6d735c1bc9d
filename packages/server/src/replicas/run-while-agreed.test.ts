import { setImmediate as turn } from 'node:timers/promises';

import { expect, it } from '@jest/globals';
import { silentLogger } from '@keelson/telemetry';

import { runWhileAgreed } from './run-while-agreed.ts';

function standingOf() {
  let tellKnown = (): void => undefined;
  let tellChange = (): void => undefined;
  let isRefused = false;
  return {
    whenKnown: new Promise<void>((resolve) => (tellKnown = resolve)),
    isRefused: () => isRefused,
    onChange: (listener: () => void) => {
      tellChange = listener;
    },
    becomeKnown: () => tellKnown(),
    refuse: (refused: boolean) => {
      isRefused = refused;
      tellChange();
    },
  };
}

it('runs from when the others are known, with a stop before each start', async () => {
  const standing = standingOf();
  const events: string[] = [];
  const start = () => {
    events.push('start');
    return {
      stop: async () => {
        events.push('stopping');
        await turn();
        events.push('stop');
      },
    };
  };
  const running = runWhileAgreed({ standing, start, logger: silentLogger });
  standing.refuse(false);
  await turn();
  expect(running.current()).toBeUndefined();
  standing.becomeKnown();
  await turn();
  expect(running.current()).toBeDefined();
  standing.refuse(true);
  while (!events.includes('stopping')) await turn();
  standing.refuse(false);
  while (events.length < 4) await turn();
  expect(events.splice(0)).toEqual(['start', 'stopping', 'stop', 'start']);
  await running.stop();
  standing.refuse(true);
  standing.refuse(false);
  await turn();
  expect(events).toEqual(['stopping', 'stop']);
  expect(running.current()).toBeUndefined();
});

it('starts nothing while the others refuse this replica', async () => {
  const standing = standingOf();
  standing.refuse(true);
  const start = () => ({ stop: () => Promise.resolve() });
  const running = runWhileAgreed({ standing, start, logger: silentLogger });
  standing.becomeKnown();
  await turn();
  expect(running.current()).toBeUndefined();
  await running.stop();
});
