/** How the containers of a simulated pod behave: the words of annotations and rules, and their defaults. */
import type { Pod } from '@keelson/api';

import type { Draw } from './draw.ts';
import { readDurationRange, type DurationRange } from './duration-range.ts';

/** The prefix of annotations: `simulation.keelson.io/run-for: 5s`. */
export const annotationPrefix = 'simulation.keelson.io/';

export interface PodBehaviour {
  /** From the binding to the start of the first container. */
  readonly startAfterMs: number;
  /** The time that each init container takes. */
  readonly initForMs: number;
  /** From the start to being ready. */
  readonly readyAfterMs: number;
  readonly isEverReady: boolean;
  /** Of a run; undefined where nothing is said. */
  readonly runForMs: number | undefined;
  readonly exitCode: number;
  /** So many runs fail, and the next one succeeds. Undefined where `exitCode` is that of all runs. */
  readonly failures: number | undefined;
  /** The probability with which a run fails. */
  readonly failureRate: number;
  /** From the deletion to the end of the containers, unless the grace period is shorter. */
  readonly stopAfterMs: number;
  readonly isSchedulable: boolean;
  /** The containers never start, and wait for this reason. */
  readonly waitingReason: string | undefined;
}

/** Settings by their names in annotations, as texts. */
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

/** Why a setting is wrong, as a clause; undefined when it is right. */
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

/** Settings that are wrong count as absent. `draw` gives a number for each name, the same whenever it is asked. */
export function behaviourOf({ spec }: Pod, settings: Settings, draw: Draw): PodBehaviour {
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
    runForMs: durationOf('run-for'),
    exitCode: numberOf('exit-code') ?? 0,
    failures: numberOf('failures'),
    failureRate: numberOf('failure-rate') ?? 0,
    stopAfterMs: durationOf('stop-after') ?? second / 5,
    isSchedulable: textOf('schedulable') !== 'false',
    waitingReason: textOf('waiting-reason'),
  };
}

/** A readiness probe would not have passed before its first time. */
function probeDelayMs({ containers }: Pod['spec']): number {
  return Math.max(
    0,
    ...(containers ?? []).map(({ readinessProbe }) => (readinessProbe?.initialDelaySeconds ?? 0) * second),
  );
}

/** The exit code of a run, counted from 0. `draw` is that of the pod. */
export function exitCodeOf({ exitCode, failures, failureRate }: PodBehaviour, run: number, draw: Draw): number {
  const failing = exitCode === 0 ? 1 : exitCode;
  if (failureRate > 0 && draw(`run ${run}`) < failureRate) return failing;
  if (failures !== undefined) return run < failures ? failing : 0;
  return failureRate > 0 ? 0 : exitCode;
}

/** Infinite for a run that never ends by itself. */
export function runTimeOf({ runForMs }: PodBehaviour, restartPolicy: string | undefined, exitCode: number): number {
  if (runForMs !== undefined) return runForMs;
  const isService = restartPolicy === 'Always' || restartPolicy === undefined;
  return isService && exitCode === 0 ? Infinity : second;
}
