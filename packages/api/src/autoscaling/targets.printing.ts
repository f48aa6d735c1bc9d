/** Prints current and target values as one text such as `35%/80%`, from a form that all versions map to. */
import { printWithMore } from '../printing/list-with-more.ts';

export interface MetricValues {
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

export interface Target {
  /** `object` and `external` metrics belong to something as a whole, `pods` and `resource` ones to each pod. */
  readonly type: 'object' | 'external' | 'pods' | 'resource' | 'unknown';
  readonly wanted: MetricValues;
  /** Absent when it was not read yet. */
  readonly current: MetricValues | undefined;
}

const shownTargets = 2;

export function printTargets(targets: readonly Target[]): string {
  if (targets.length === 0) return '<none>';
  return printWithMore(targets.slice(0, shownTargets).map(printTarget), targets.length, ', ');
}

function printTarget({ type, wanted, current }: Target): string {
  switch (type) {
    case 'object':
    case 'external':
      if (wanted.averageValue === undefined) return printPair(valueOf(current), wanted.value);
      return `${printPair(current?.averageValue, wanted.averageValue)} (avg)`;
    case 'pods':
      return printPair(averageOf(current), wanted.averageValue);
    case 'resource':
      if (wanted.averageValue !== undefined) return printPair(averageOf(current), wanted.averageValue);
      return printPair(percent(current?.averageUtilization), percent(wanted.averageUtilization) ?? '<auto>');
    case 'unknown':
      return '<unknown type>';
  }
}

// Printed for a target or reading without its amount, which only a faulty writer produces.
const slip = '<nil>';

function valueOf(current: MetricValues | undefined): string | undefined {
  return current && (current.value ?? slip);
}

function averageOf(current: MetricValues | undefined): string | undefined {
  return current && (current.averageValue ?? slip);
}

function percent(utilization: number | undefined): string | undefined {
  return utilization === undefined ? undefined : `${utilization}%`;
}

function printPair(current: string | undefined, wanted: string | undefined): string {
  return `${current ?? '<unknown>'}/${wanted ?? slip}`;
}
