import { spawnSync } from 'node:child_process';

import { expect, it } from '@jest/globals';

/** Keeps 20 MB of what it makes, and prints the size of the young generation then. */
const program = `
  const { holdYoungGeneration } = await import(process.argv[1]);
  const { getHeapSpaceStatistics } = await import('node:v8');
  const release = process.argv[2] === 'hold' ? holdYoungGeneration() : undefined;
  const kept = [];
  for (let made = 0; made < 200_000; made += 1) kept.push({ made, text: [made] });
  if (process.argv[3] === 'release') {
    release();
    for (let made = 0; made < 400_000; made += 1) kept.push({ made, text: [made] });
  }
  console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size, kept.length > 0);
`;

/** A process of its own: this one has a young generation that has long grown. */
function youngGenerationAfter(...args: string[]): number {
  const module = new URL('../packages/cli/dist/serve/young-generation.js', import.meta.url).href;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', program, module, ...args], {
    encoding: 'utf8',
    env: {},
  });
  return Number.parseInt(run.stdout, 10);
}

const megabyte = 2 ** 20;

it('keeps its first size while held, and grows when released', () => {
  expect(youngGenerationAfter('free')).toBeGreaterThan(4 * megabyte);
  expect(youngGenerationAfter('hold')).toBeLessThanOrEqual(2 * megabyte);
  expect(youngGenerationAfter('hold', 'release')).toBeGreaterThan(4 * megabyte);
});
