/** Behaviour of the containers of a simulated pod: the settings of annotations and rules, and their defaults. */
import type { Pod } from '@keelson/api';

import { runOfCommand, type CommandRun } from './container-command.ts';
import type { Draw } from './draw.ts';
import { readDurationRange, type DurationRange } from './duration-range.ts';

/** The prefix of annotations, as in `simulation.keelson.io/run-for: 5s`. */
export const annotationPrefix = 'simulation.keelson.io/';

export interface PodBehaviour {
  /** From the binding to the start of the first container. */
  readonly startAfterMs: number;
  /** The time that each init container takes. */
  readonly initForMs: number;
  /** From the start to being ready. */
  readonly readyAfterMs: number;
  readonly isEverReady: boolean;
  /** The duration of a run; undefined where no setting gives it. */
  readonly runForMs: number | undefined;
  readonly exitCode: number;
  /** The number of runs that fail before one succeeds. Undefined where all runs end with `exitCode`. */
  readonly failures: number | undefined;
  /** The probability with which a run fails. */
  readonly failureRate: number;
  /** From the deletion to the end of the containers, unless the grace period is shorter. */
  readonly stopAfterMs: number;
  readonly isSchedulable: boolean;
  /** If set, the containers never start, and wait with this reason. */
  readonly waitingReason: string | undefined;
}

/** Setting values as texts, by their names in annotations. */
export type Settings = ReadonlyMap<string, string>;

const durations = ['start-after', 'init-for', 'ready-after', 'run-for', 'stop-after'] as const;

interface SettingRule {
  readonly isRight: (text: string) => boolean;
  readonly fault: string;
}

const duration: SettingRule = {
  isRight: (text) => readDurationRange(text) !== undefined,
  fault: 'is neither a duration such as 5s nor a range such as 1s-5s',
};
const truth: SettingRule = {
  isRight: (text) => text === 'true' || text === 'false',
  fault: 'is neither true nor false',
};

const settingRules: ReadonlyMap<string, SettingRule> = new Map([
  ...durations.map((name) => [name, duration] as const),
  ['ready', truth],
  ['schedulable', truth],
  ['exit-code', { isRight: (text) => isCount(text, 255), fault: 'is no whole number from 0 to 255' }],
  ['failures', { isRight: (text) => isCount(text, 1_000_000), fault: 'is no whole number from 0 to 1000000' }],
  ['failure-rate', { isRight: isRate, fault: 'is no number from 0 to 1' }],
  [
    'waiting-reason',
    { isRight: (text) => /^[A-Z][A-Za-z]{0,62}$/.test(text), fault: 'is no reason such as ImagePullBackOff' },
  ],
]);

export const settingNames: readonly string[] = [...settingRules.keys()];

/** The fault of a setting, as a clause; undefined for a valid one. */
export function findSettingFault(name: string, text: string): string | undefined {
  const rule = settingRules.get(name);
  if (rule === undefined) return `is no setting; there are ${settingNames.join(', ')}`;
  return rule.isRight(text) ? undefined : rule.fault;
}

function isCount(text: string, most: number): boolean {
  return /^\d{1,7}$/.test(text) && Number(text) <= most;
}

function isRate(text: string): boolean {
  return /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text);
}

const second = 1_000;

/** Invalid settings count as absent. `draw` must return the same number for a name each time. */
export function behaviourOf({ spec }: Pod, settings: Settings, draw: Draw): PodBehaviour {
  const { forMs, exitCode } = runOfCommands(spec);
  const textOf = (name: string): string | undefined => {
    const text = settings.get(name);
    return text !== undefined && findSettingFault(name, text) === undefined ? text : undefined;
  };
  const durationOf = (name: (typeof durations)[number]): number | undefined => {
    const range: DurationRange | undefined = readDurationRange(textOf(name) ?? '');
    return range && range.fromMs + draw(name) * (range.toMs - range.fromMs);
  };
  const numberOf = (name: string): number | undefined => {
    const text = textOf(name);
    return text === undefined ? undefined : Number(text);
  };
  return {
    startAfterMs: durationOf('start-after') ?? second / 5,
    initForMs: durationOf('init-for') ?? 0,
    readyAfterMs: durationOf('ready-after') ?? probeDelayMs(spec),
    isEverReady: textOf('ready') !== 'false',
    runForMs: durationOf('run-for') ?? forMs,
    exitCode: numberOf('exit-code') ?? exitCode,
    failures: numberOf('failures'),
    failureRate: numberOf('failure-rate') ?? 0,
    stopAfterMs: durationOf('stop-after') ?? second / 5,
    isSchedulable: textOf('schedulable') !== 'false',
    waitingReason: textOf('waiting-reason') ?? imageFault(spec),
  };
}

/** All containers of a pod behave alike: as the first one of which its command says something. */
function runOfCommands({ containers }: Pod['spec']): CommandRun {
  for (const { command, args } of containers ?? []) {
    const run = runOfCommand([...(command ?? []), ...(args ?? [])]);
    if (run !== undefined) return run;
  }
  return { forMs: undefined, exitCode: 0 };
}

/** An image whose name says that there is none: what authors of tests write for one that cannot be pulled. */
const absentImage = /(?:^|[/:.-])(?:404|does-?not-?exist|non-?existent|no-?such-?image)(?:$|[/:.@-])/;

function imageFault({ containers }: Pod['spec']): string | undefined {
  return (containers ?? []).some(({ image = '' }) => absentImage.test(image)) ? 'ImagePullBackOff' : undefined;
}

/** The largest initial delay of the readiness probes: no probe passes before. */
function probeDelayMs({ containers }: Pod['spec']): number {
  return Math.max(
    0,
    ...(containers ?? []).map(({ readinessProbe }) => (readinessProbe?.initialDelaySeconds ?? 0) * second),
  );
}

/** The exit code of a run; runs count from 0. `draw` is that of the pod. */
export function exitCodeOf({ exitCode, failures, failureRate }: PodBehaviour, run: number, draw: Draw): number {
  const failing = exitCode === 0 ? 1 : exitCode;
  if (failureRate > 0 && draw(`run ${run}`) < failureRate) return failing;
  if (failures !== undefined) return run < failures ? failing : 0;
  return failureRate > 0 ? 0 : exitCode;
}

/** The duration of a run; infinite for containers that run until they are stopped. */
export function runTimeOf({ runForMs }: PodBehaviour, restartPolicy: string | undefined, exitCode: number): number {
  if (runForMs !== undefined) return runForMs;
  const isService = restartPolicy === 'Always' || restartPolicy === undefined;
  return isService && exitCode === 0 ? Infinity : second;
}
