/** One line at each interval of a run: what was answered, what is due, and what each process takes. */
import { machineSeconds, processorSeconds, residentMebibytes } from '../support/process-use.ts';
import type { Passed } from './load.ts';

export function followProgress(pids: ReadonlyMap<string, number>): (passed: Passed) => void {
  const before = new Map<string, number>();
  const beganMs = performance.now();
  let machineBefore: number | undefined;
  let lastMs = beganMs;
  const heldBy = async ([name, pid]: [string, number], seconds: number): Promise<string> => {
    const used = await processorSeconds(pid);
    const cores = (used - (before.get(name) ?? used)) / seconds;
    before.set(name, used);
    return `${name}: ${cores.toFixed(2)} cores, ${(await residentMebibytes(pid)).toFixed(0)} MiB`;
  };
  const print = async ({ answered, due, p99 }: Passed): Promise<void> => {
    const nowMs = performance.now();
    const seconds = (nowMs - lastMs) / 1_000;
    lastMs = nowMs;
    const used = await machineSeconds();
    // More than the sum of the others where something else runs here, which the figures suffer from.
    const machine = ((used - (machineBefore ?? used)) / seconds).toFixed(2);
    machineBefore = used;
    const held = await Promise.all([...pids].map((each) => heldBy(each, seconds)));
    const requests = `${(answered / seconds).toFixed(0)} answers/s, p99 ${p99.toFixed(1)} ms, ${String(due)} due`;
    process.stdout.write(
      `${((nowMs - beganMs) / 60_000).toFixed(1)} min: ${requests}; ${held.join('; ')}; machine: ${machine} cores\n`,
    );
  };
  // A process that has ended shows up as failed requests.
  return (passed) => void print(passed).catch(() => undefined);
}
