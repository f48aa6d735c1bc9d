/** The formats that a schema of a custom resource may name. Any other name is accepted and checks nothing. */
import { isIP, isIPv4, isIPv6 } from 'node:net';

type FormatCheck = (value: unknown) => boolean;

const dateTime = /^\d{4}-\d\d-\d\d[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const duration = /^[+-]?(\d+(\.\d*)?|\.\d+)\s*(ns|us|µs|μs|ms|s|m|h|d|w|hr|hour|minute|second|day|week)s?/i;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?([0-9a-f])[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const hostLabel = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

const formats: Readonly<Record<string, FormatCheck>> = {
  int32: numbers((value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31),
  int64: numbers((value) => Number.isInteger(value) && value >= -(2 ** 63) && value <= 2 ** 63),
  float: numbers((value) => Math.abs(value) <= 3.4028234663852886e38),
  double: numbers(Number.isFinite),
  byte: texts((text) => base64.test(text)),
  date: texts(isDate),
  'date-time': texts(isDateTime),
  datetime: texts(isDateTime),
  duration: texts((text) => duration.test(text)),
  email: texts((text) => text.length <= 320 && /^[^\s@<>"]+@[^\s@<>"]+$/.test(text)),
  hostname: texts((text) => text.length <= 255 && text.split('.').every((label) => hostLabel.test(label))),
  ipv4: texts(isIPv4),
  ipv6: texts(isIPv6),
  cidr: texts(isCidr),
  mac: texts((text) => /^[0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){5}$/.test(text)),
  uri: texts((text) => URL.canParse(text) || /^\/[^\s]*$/.test(text)),
  uuid: texts((text) => uuid.test(text)),
  uuid3: texts((text) => isUuid(text, '3')),
  uuid4: texts((text) => isUuid(text, '4')),
  uuid5: texts((text) => isUuid(text, '5')),
  bsonobjectid: texts((text) => /^[0-9a-f]{24}$/i.test(text)),
  hexcolor: texts((text) => /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)),
};

export function findFormat(name: string): FormatCheck | undefined {
  return Object.hasOwn(formats, name) ? formats[name] : undefined;
}

function texts(check: (text: string) => boolean): FormatCheck {
  return (value) => typeof value !== 'string' || check(value);
}

function numbers(check: (value: number) => boolean): FormatCheck {
  return (value) => typeof value !== 'number' || check(value);
}

function isDate(text: string): boolean {
  const [, year, month, day] = date.exec(text) ?? [];
  if (day === undefined) return false;
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(day);
}

function isDateTime(text: string): boolean {
  return dateTime.test(text) && isDate(text.slice(0, 10));
}

function isCidr(text: string): boolean {
  const [address = '', prefix = '', more] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 && more === undefined && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
  );
}

function isUuid(text: string, version: string): boolean {
  return uuid.exec(text)?.[1] === version;
}
