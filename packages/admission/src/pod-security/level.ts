/** The levels of pod security, and what the labels of a namespace say of them. */
import type { Namespace } from '@keelson/api';

export const podSecurityLevels = ['privileged', 'baseline', 'restricted'] as const;
export type PodSecurityLevel = (typeof podSecurityLevels)[number];

export const modes = ['enforce', 'audit', 'warn'] as const;
export type Mode = (typeof modes)[number];

export interface LevelVersion {
  readonly level: PodSecurityLevel;
  /** The minor release whose rules count; Infinity for the latest. */
  readonly minor: number;
}

export type ModeLevels = Readonly<Record<Mode, LevelVersion>>;

const prefix = 'pod-security.kubernetes.io/';
const anyVersion = /^v1\.([0-9]|[1-9][0-9]*)$/;
const nothing: LevelVersion = { level: 'privileged', minor: Infinity };

export interface LabelFault {
  readonly label: string;
  readonly value: string;
  readonly message: string;
}

/** An invalid level counts as `restricted`, an invalid version as `latest`; each is reported as a fault. */
export function readPolicy({ metadata }: Pick<Namespace, 'metadata'>): { policy: ModeLevels; faults: LabelFault[] } {
  const labels = metadata.labels ?? {};
  const faults: LabelFault[] = [];
  const read = (mode: Mode): LevelVersion => {
    const level = labels[`${prefix}${mode}`];
    const version = labels[`${prefix}${mode}-version`];
    const fault = (suffix: string, value: string, message: string): void =>
      void faults.push({ label: `${prefix}${mode}${suffix}`, value, message });
    const known = podSecurityLevels.find((each) => each === level);
    if (level !== undefined && known === undefined) fault('', level, `must be one of ${podSecurityLevels.join(', ')}`);
    const minor = minorOf(version);
    if (version !== undefined && minor === undefined) fault('-version', version, 'must be "latest" or "v1.x"');
    const given = level === undefined ? nothing.level : (known ?? 'restricted');
    return { level: given, minor: minor ?? Infinity };
  };
  return { policy: { enforce: read('enforce'), audit: read('audit'), warn: read('warn') }, faults };
}

function minorOf(version: string | undefined): number | undefined {
  if (version === undefined || version === 'latest') return Infinity;
  const match = anyVersion.exec(version);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** `restricted:latest`, `baseline:v1.20`. */
export function printLevel({ level, minor }: LevelVersion): string {
  return `${level}:${minor === Infinity ? 'latest' : `v1.${minor}`}`;
}

export function isStricter(a: LevelVersion, b: LevelVersion): boolean {
  return (
    podSecurityLevels.indexOf(a.level) > podSecurityLevels.indexOf(b.level) ||
    (a.level === b.level && a.minor !== b.minor)
  );
}
