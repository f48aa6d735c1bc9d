/** Processor time and memory of processes, read from /proc. */
import { readFile } from 'node:fs/promises';

const ticksPerSecond = 100;

/** In user and system mode, since the process began. */
export async function processorSeconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
  // The 12th and 13th field after the name of the program, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Of all processes of this machine, since it was started. */
export async function machineSeconds(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/ +/).slice(1).map(Number);
  return (user + nice + system + irq + softIrq) / ticksPerSecond;
}

/** NaN where there is no /proc. */
export async function residentMebibytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
