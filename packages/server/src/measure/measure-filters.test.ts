import { expect, it } from '@jest/globals';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { createFilterCells, measureTurns } from './measure-filters.ts';

it('The metric of filters counts each request, and times those that wait', async () => {
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const cells = createFilterCells(metrics, true);
  const next: { waiting: Promise<boolean> | undefined } = { waiting: undefined };
  const turns = measureTurns(
    {
      classify: () => undefined,
      ask: () => ({ waiting: next.waiting, done: () => undefined }),
      count: () => 0,
      peak: () => 0,
    },
    cells,
  );
  const ask = () => turns.ask({} as never, undefined);
  for (let asked = 0; asked < 20; asked += 1) ask();
  next.waiting = new Promise((resolve) => setTimeout(() => resolve(true), 40));
  ask();
  await next.waiting;
  await Promise.resolve();
  const { text } = await metrics.print();
  const name = 'apiserver_request_filter_duration_seconds';
  expect(text).toContain(`${name}_count{filter="priorityandfairness"} 21`);
  const quick = new RegExp(`${name}_bucket\\{filter="priorityandfairness",le="0.03"\\} (\\d+)`).exec(text)?.[1];
  expect(Number(quick)).toBeLessThanOrEqual(20);
});
