/** Prints a time of the API for an issue. */
import { verbatim, type Verbatim } from '@keelson/schema';

/** Reads `2022-01-02 03:04:05.6 +0000 UTC`; a time that is not set is that of the year 1. */
export function timeValue(time: string | null | undefined): Verbatim {
  const [day = '', clock = ''] = (time ?? '0001-01-01T00:00:00Z').replace('Z', '').split('T');
  const [whole = '', fraction = ''] = clock.split('.');
  return verbatim(`${day} ${whole}${String(Number(`0.${fraction}`)).slice(1)} +0000 UTC`);
}
