/**
 * The releases of the API with their dates: the clock of every rule that counts in months or releases. About three
 * releases come out a year.
 */
import { isLater, type Release } from '@keelson/schema';

export interface DatedRelease {
  readonly release: Release;
  /** The day it came out, as `2022-05-03`. */
  readonly date: string;
}

/** Oldest first. */
export const releaseCalendar: readonly DatedRelease[] = [
  { release: '1.0', date: '2015-07-10' },
  { release: '1.1', date: '2015-11-09' },
  { release: '1.2', date: '2016-03-16' },
  { release: '1.3', date: '2016-07-01' },
  { release: '1.4', date: '2016-09-26' },
  { release: '1.5', date: '2016-12-12' },
  { release: '1.6', date: '2017-03-28' },
  { release: '1.7', date: '2017-06-30' },
  { release: '1.8', date: '2017-09-28' },
  { release: '1.9', date: '2017-12-15' },
  { release: '1.10', date: '2018-03-26' },
  { release: '1.11', date: '2018-06-27' },
  { release: '1.12', date: '2018-09-27' },
  { release: '1.13', date: '2018-12-03' },
  { release: '1.14', date: '2019-03-25' },
  { release: '1.15', date: '2019-06-19' },
  { release: '1.16', date: '2019-09-18' },
  { release: '1.17', date: '2019-12-09' },
  { release: '1.18', date: '2020-03-25' },
  { release: '1.19', date: '2020-08-26' },
  { release: '1.20', date: '2020-12-08' },
  { release: '1.21', date: '2021-04-08' },
  { release: '1.22', date: '2021-08-04' },
  { release: '1.23', date: '2021-12-07' },
  { release: '1.24', date: '2022-05-03' },
  { release: '1.25', date: '2022-08-23' },
  { release: '1.26', date: '2022-12-09' },
  { release: '1.27', date: '2023-04-11' },
  { release: '1.28', date: '2023-08-15' },
  { release: '1.29', date: '2023-12-13' },
];

/** The release whose behaviour is served where nothing else is asked for. */
export const defaultRelease: Release = '1.24';

/** The declarations know every version that these releases and those between them served. */
export const oldestEmulated: Release = '1.15';
export const latestEmulated: Release = '1.26';

export type ParsedRelease =
  { readonly ok: true; readonly release: Release } | { readonly ok: false; readonly message: string };

/** Reads `1.24` or `v1.24`: a release that can be emulated. */
export function parseEmulatedRelease(text: string): ParsedRelease {
  const range = `choose one from ${oldestEmulated} to ${latestEmulated}`;
  const number = /^v?(1\.(?:0|[1-9]\d{0,3}))$/.exec(text)?.[1] as Release | undefined;
  if (number === undefined) return { ok: false, message: `"${text}" is not a release such as 1.24; ${range}` };
  if (isLater(oldestEmulated, number)) {
    return { ok: false, message: `${number} is older than the oldest release that can be emulated; ${range}` };
  }
  if (isLater(number, latestEmulated)) {
    return { ok: false, message: `${number} is a release of the future; ${range}` };
  }
  return { ok: true, release: number };
}

/** The release before; undefined for the first. */
export function previousRelease(release: Release): Release | undefined {
  const at = releaseCalendar.findIndex((each) => each.release === release);
  return releaseCalendar[at - 1]?.release;
}
