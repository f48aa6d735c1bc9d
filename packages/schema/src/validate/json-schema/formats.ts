/** The formats of texts that a schema of a custom resource may name. Any other name is accepted and checks nothing. */
import { isIP, isIPv4, isIPv6 } from 'node:net';

type FormatCheck = (text: string) => boolean;

const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:.\d+)?(?:z|[+-]\d\d:\d\d)$/i;
const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const duration = /^[+-]?(\d+(\.\d*)?|\.\d+)\s*(ns|us|µs|μs|ms|s|m|h|d|w|hr|hour|minute|second|day|week)s?/i;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?([0-9a-f])[0-9a-f]{3}-?([0-9a-f])[0-9a-f]{3}-?[0-9a-f]{12}$/i;
const hostLabel = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const macPairs = /^[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}(?:(?:\1[0-9a-f]{2}){2}|(?:\1[0-9a-f]{2}){14})?$/i;
const macFours = /^[0-9a-f]{4}(?:(?:\.[0-9a-f]{4}){2}|(?:\.[0-9a-f]{4}){3}|(?:\.[0-9a-f]{4}){9})$/i;
const octet = String.raw`\s*(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])\s*`;
const rgb = new RegExp(String.raw`^rgb\(${octet},${octet},${octet}\)$`);
const card =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

const formats: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ['bsonobjectid', (text) => /^[0-9a-f]{24}$/i.test(text)],
  ['byte', (text) => base64.test(text)],
  ['cidr', isCidr],
  ['creditcard', isCreditCard],
  ['date', isDate],
  ['datetime', isDateTime],
  ['duration', (text) => duration.test(text)],
  ['email', (text) => text.length <= 320 && /^[^\s@<>"]+@[^\s@<>"]+$/.test(text)],
  ['hexcolor', (text) => /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)],
  ['hostname', (text) => text.length <= 255 && text.split('.').every((label) => hostLabel.test(label))],
  ['ipv4', isIPv4],
  ['ipv6', isIPv6],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['mac', (text) => macPairs.test(text) || macFours.test(text)],
  ['password', () => true],
  ['rgbcolor', (text) => rgb.test(text)],
  ['ssn', (text) => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['uri', (text) => URL.canParse(text) || /^\/[^\s]*$/.test(text)],
  ['uuid', (text) => uuid.test(text)],
  ['uuid3', (text) => uuid.exec(text)?.[1] === '3'],
  ['uuid4', (text) => isRandomUuid(text, '4')],
  ['uuid5', (text) => isRandomUuid(text, '5')],
]);

/** Hyphens in the name do not count. */
export function findFormat(name: string): FormatCheck | undefined {
  return formats.get(name.replaceAll('-', ''));
}

function isDate(text: string): boolean {
  const [, year, month, day] = date.exec(text) ?? [];
  if (day === undefined) return false;
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(day);
}

function isDateTime(text: string): boolean {
  const separator = text[10];
  return (separator === 'T' || separator === 't') && isDate(text.slice(0, 10)) && time.test(text.slice(11));
}

function isCidr(text: string): boolean {
  const [address = '', prefix = '', more] = text.split('/', 3);
  const version = isIP(address);
  return (
    version !== 0 && more === undefined && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
  );
}

function isRandomUuid(text: string, version: string): boolean {
  const [, found, variant = ''] = uuid.exec(text) ?? [];
  return found === version && /^[89ab]$/i.test(variant);
}

/** Checked by the sum of its digits, every second one doubled from the end. */
function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (!card.test(digits)) return false;
  const sum = sumOf(digits, (digit, at) => {
    const value = (digits.length - at) % 2 === 0 ? 2 * digit : digit;
    return value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}

function isIsbn10(text: string): boolean {
  const digits = withoutSeparators(text);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  return sumOf(digits, (digit, at) => (at + 1) * digit) % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = withoutSeparators(text);
  if (!/^\d{13}$/.test(digits)) return false;
  return sumOf(digits, (digit, at) => (at % 2 === 0 ? digit : 3 * digit)) % 10 === 0;
}

/** X stands for ten. */
function sumOf(digits: string, weigh: (digit: number, at: number) => number): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) sum += weigh(digits[at] === 'X' ? 10 : Number(digits[at]), at);
  return sum;
}

function withoutSeparators(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}
