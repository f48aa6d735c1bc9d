import { expect, it } from '@jest/globals';

import { runOfCommand } from './container-command.ts';

const year = 365 * 86_400_000;

it.each<[string[], ReturnType<typeof runOfCommand>]>([
  [['sleep', '300'], { forMs: 300_000, exitCode: 0 }],
  [['/bin/sleep', '1.5m'], { forMs: 90_000, exitCode: 0 }],
  [['sleep', 'infinity'], { forMs: year, exitCode: 0 }],
  [['sleep', '999999999'], { forMs: year, exitCode: 0 }],
  [['/bin/true'], { forMs: undefined, exitCode: 0 }],
  [['/bin/false'], { forMs: undefined, exitCode: 1 }],
  [['sh', '-c', 'exit 3'], { forMs: undefined, exitCode: 3 }],
  [['/bin/bash', '-c', 'echo begin; sleep 2 && sleep 3; exit 42; sleep 9'], { forMs: 5_000, exitCode: 42 }],
  [['sh', '-c', 'false && exit 0'], { forMs: undefined, exitCode: 1 }],
  [['sh', '-c', 'false; true\n'], { forMs: undefined, exitCode: 0 }],
])('tells the run of %j', (words, run) => {
  expect(runOfCommand(words)).toEqual(run);
});

it.each([
  [[]],
  [['nginx', '-g', 'daemon off;']],
  [['sleep']],
  [['sleep', 'a while']],
  [['sh', '-c', '']],
  [['sh', '-c', 'exit 256']],
  [['sh', '-c', 'exit $(( $RANDOM / 16384 ))']],
  [['sh', '-c', 'if true; then exit 1; fi']],
  [['sh', '-c', 'sleep 1 & exit 1']],
  [['sh', '-c', 'sleep 1 || exit 1']],
  [['sh', '-c', 'exit 1', 'more']],
  [['sh', '-c', `exit 1;${' '.repeat(2_000)}`]],
])('tells nothing of %j', (words) => {
  expect(runOfCommand(words)).toBeUndefined();
});
