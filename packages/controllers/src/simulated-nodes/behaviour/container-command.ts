/**
 * The run of a container as its command says it, for commands of which that can be told without carrying them out: `sleep`,
 * `true`, `false`, and scripts of a shell of nothing but these, `exit` and `echo`. Job authors write these to try out how
 * their Jobs end.
 */
export interface CommandRun {
  /** Undefined for what takes no time worth speaking of. */
  readonly forMs: number | undefined;
  readonly exitCode: number;
}

const shells = new Set(['sh', 'bash', 'ash', 'dash']);
const secondsOf: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', 86_400],
]);
/** Timers do not reach further. */
const longestMs = 365 * 86_400_000;
const longestScript = 1_000;

/** `words` are the command and its arguments. Undefined where nothing can be told. */
export function runOfCommand(words: readonly string[]): CommandRun | undefined {
  const [path = '', ...rest] = words;
  const [option, script, ...more] = rest;
  const isScript = shells.has(nameOf(path)) && option === '-c' && script !== undefined && more.length === 0;
  if (!isScript) return runOfLists([[words]]);
  if (script.length > longestScript || /[|<>`$(){}\\'"*?&]/.test(script.replaceAll('&&', ';'))) return undefined;
  const lists = script.split(/[;\n]/).filter((list) => list.trim() !== '');
  return runOfLists(lists.map((list) => list.split('&&').map((step) => step.trim().split(/\s+/))));
}

type Step = readonly string[];

/** The steps of a list are carried out until one fails. */
function runOfLists(lists: readonly (readonly Step[])[]): CommandRun | undefined {
  let ms = 0;
  let exitCode = 0;
  for (const steps of lists) {
    exitCode = 0;
    for (const step of steps) {
      if (exitCode !== 0) continue;
      const run = runOfStep(step);
      if (run === undefined) return undefined;
      ms += run.forMs ?? 0;
      exitCode = run.exitCode;
      if (nameOf(step[0] ?? '') === 'exit') return ended(ms, exitCode);
    }
  }
  return lists.length === 0 ? undefined : ended(ms, exitCode);
}

function runOfStep([path = '', value = '', ...more]: Step): CommandRun | undefined {
  switch (nameOf(path)) {
    case 'sleep': {
      const ms = more.length === 0 ? msOf(value) : undefined;
      return ms === undefined ? undefined : ended(ms, 0);
    }
    case 'exit':
      return /^\d{1,3}$/.test(value) && Number(value) <= 255 && more.length === 0 ? ended(0, Number(value)) : undefined;
    case 'false':
      return ended(0, 1);
    case 'true':
    case 'echo':
      return ended(0, 0);
    default:
      return undefined;
  }
}

function ended(ms: number, exitCode: number): CommandRun {
  return { forMs: ms === 0 ? undefined : Math.min(ms, longestMs), exitCode };
}

function msOf(text: string): number | undefined {
  if (text === 'infinity' || text === 'inf') return longestMs;
  const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)([smhd]?)$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (secondsOf.get(unit) ?? 1) * 1_000;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
