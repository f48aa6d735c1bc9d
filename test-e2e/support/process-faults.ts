/** Faults of a server that nothing in it has handled: its log tells of them, or it has ended by one. */
import type { ChildProcess } from 'node:child_process';

interface Watched {
  readonly process: Pick<ChildProcess, 'exitCode' | 'signalCode'>;
  printed(): string;
}

const words = ['a promise was rejected and nothing handled it', 'an exception was thrown and nothing caught it'];

/** Tests send these; any other signal is a crash, such as SIGABRT where memory has run out. */
const sentByTests: readonly (NodeJS.Signals | null)[] = [null, 'SIGKILL', 'SIGTERM', 'SIGINT'];

export function findFaults({ process: { exitCode, signalCode }, printed }: Watched): string[] {
  const text = printed();
  const logged = text.split('\n').filter((line) => words.some((each) => line.includes(each)));
  // Once it has served, a server ends with 0 or is killed.
  const hasFailed = (exitCode !== null && exitCode !== 0) || !sentByTests.includes(signalCode);
  return hasFailed && logged.length === 0
    ? [`exit code ${String(exitCode)}, signal ${String(signalCode)}: ${text.slice(-2_000)}`]
    : logged;
}
