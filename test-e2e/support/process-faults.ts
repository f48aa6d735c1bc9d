/** Faults of a server that nothing in it has handled: its log tells of them, or it has ended by one. */
import type { ChildProcess } from 'node:child_process';

interface Watched {
  readonly process: Pick<ChildProcess, 'exitCode'>;
  printed(): string;
}

const words = ['a promise was rejected and nothing handled it', 'an exception was thrown and nothing caught it'];

export function findFaults({ process: { exitCode }, printed }: Watched): string[] {
  const text = printed();
  const logged = text.split('\n').filter((line) => words.some((each) => line.includes(each)));
  // Once it has served, a server ends with 0 or is killed.
  const hasFailed = exitCode !== null && exitCode !== 0;
  return hasFailed && logged.length === 0 ? [`exit code ${exitCode}: ${text.slice(-2_000)}`] : logged;
}
