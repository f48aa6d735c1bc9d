/** Parses numbers in filters. Those with a dot are of another type than whole numbers. */
import { ExactNumber } from '@keelson/schema';

import type { Step } from './step.ts';

/** Returns what is wrong if it is no number. */
export function parseNumber(text: string): readonly Step[] | string {
  const digits = text.replace(/^[-+]/, '');
  const [whole = '', fraction = '', ...others] = digits.split('.');
  if (others.length > 0 || !/^\d+$/.test(whole + fraction)) return `cannot parse number ${text}`;
  const plain = text.replace('+', '');
  return [{ kind: 'literal', value: plain.includes('.') ? new ExactNumber(plain) : BigInt(plain) }];
}
