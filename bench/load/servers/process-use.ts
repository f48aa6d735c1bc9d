/** What a process has used, as the kernel counts it. */
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';

export interface ProcessUse {
  readonly cpuMs: number;
  readonly residentBytes: number;
  /** The most it ever was. */
  readonly peakBytes: number;
}

const ticksASecond = 100;

export async function processUse(pid: number): Promise<ProcessUse> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may hold anything; what follows it are numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return {
    cpuMs: (ticks * 1_000) / ticksASecond,
    residentBytes: kilobytes('VmRSS') * 1_024,
    peakBytes: kilobytes('VmHWM') * 1_024,
  };
}

/** Forgets what was the most so far. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
}

/** Who listens on a port of this machine; undefined if that cannot be seen. */
export async function pidOfPort(port: number): Promise<number | undefined> {
  const inodes = await socketsOf(port);
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    const targets = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
    if (targets.some((target) => inodes.has(target))) return Number(pid);
  }
  return undefined;
}

const listening = '0A';

/** As links of descriptors name them: `socket:[123]`. */
async function socketsOf(port: number): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const rows = tables.flatMap((table) => table.split('\n').slice(1)).map((line) => line.trim().split(/\s+/));
  const own = rows.filter(
    ([, local = '', , state]) => state === listening && Number.parseInt(local.split(':')[1] ?? '', 16) === port,
  );
  return new Set(own.map((row) => `socket:[${row[9] ?? ''}]`));
}
