/**
 * The life of a metric after it was deprecated: it says so in its help text; three
 * releases on it is hidden, and comes back only where it is asked for by release; one later it is deleted.
 */
import type { MetricDefinition, MetricRelease } from './definition.ts';

const releasesUntilHidden = 3;
const releasesUntilDeleted = 4;

export function isHidden({ deprecated }: MetricDefinition, current: MetricRelease): boolean {
  if (deprecated === undefined) return false;
  return minorOf(current) - minorOf(deprecated) >= releasesUntilHidden;
}

/** Nothing brings it back then. */
export function isDeleted({ deprecated }: MetricDefinition, current: MetricRelease): boolean {
  if (deprecated === undefined) return false;
  return minorOf(current) - minorOf(deprecated) >= releasesUntilDeleted;
}

/** The flag names the release before the current one: the last in which the metric was still shown. */
export function isShownAgain(showHiddenFor: MetricRelease | undefined, current: MetricRelease): boolean {
  return showHiddenFor !== undefined && minorOf(showHiddenFor) === minorOf(current) - 1;
}

export function helpText({ help, stability, deprecated }: MetricDefinition): string {
  const since = deprecated === undefined ? '' : `(Deprecated from ${deprecated}) `;
  return stability === 'NONE' ? `${since}${help}` : `[${stability}] ${since}${help}`;
}

function minorOf(release: MetricRelease): number {
  return Number(release.split('.')[1]);
}
