/** The functions of texts. Positions count characters, not bytes. */
import { listOf, simpleTypes as t } from '../typing/cel-type.ts';
import { CelFault, CelList, noSuchOverload } from '../values/value.ts';
import { characterIndex, charactersOf, countCharacters, sliceCharacters, unitIndex } from './characters.ts';
import { memberFunction } from './overload.ts';
import {
  characterPrice,
  constantPrice,
  containsPrice,
  joinPrice,
  prefixPrice,
  replacePrice,
  splitPrice,
  textPrice,
  traversalPrice,
} from './price.ts';
import type { CelType } from '../typing/cel-type.ts';
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';
import type { FunctionEntry } from './overload.ts';
import type { Price } from './price.ts';

interface TextFunction {
  readonly params?: readonly CelType[];
  readonly result: CelType;
  readonly price?: Price;
  readonly run: (text: string, b: CelValue, c: CelValue, meter: CostMeter) => CelValue;
}

function onText(name: string, { params = [], result, price = constantPrice, run }: TextFunction): FunctionEntry {
  return memberFunction(name, { params: [t.string, ...params], result, price }, (meter, a, b, c) =>
    typeof a === 'string' ? run(a, b, c, meter) : noSuchOverload,
  );
}

type TextTest = (text: string, part: string) => boolean;

function test(name: string, price: Price, run: TextTest): FunctionEntry {
  return onText(name, {
    params: [t.string],
    result: t.bool,
    price,
    run: (text, part) => (typeof part === 'string' ? run(text, part) : noSuchOverload),
  });
}

function outOfRange(index: bigint | number): CelFault {
  return new CelFault(`index out of range: ${index}`);
}

function charAt(text: string, index: CelValue, _: CelValue, meter: CostMeter): CelValue {
  if (typeof index !== 'bigint') return noSuchOverload;
  meter.toil(text.length / 16);
  const at = Number(index);
  if (at < 0 || at > countCharacters(text)) return outOfRange(index);
  return sliceCharacters(text, at, at + 1);
}

/** A search may compare the part at every place. */
function workOfSearch(text: string, part: string): number {
  return (text.length * part.length) / 128;
}

/** Without an offset from the beginning. */
function indexOf(text: string, part: CelValue, offset: CelValue, meter: CostMeter): CelValue {
  if (typeof part !== 'string') return noSuchOverload;
  meter.toil(workOfSearch(text, part));
  const from = typeof offset === 'bigint' ? Number(offset) : 0;
  if (from < 0 || from > countCharacters(text)) return outOfRange(from);
  return BigInt(characterIndex(text, text.indexOf(part, unitIndex(text, from))));
}

/** With an offset, the part begins there at the latest. */
function lastIndexOf(text: string, part: CelValue, offset: CelValue, meter: CostMeter): CelValue {
  if (typeof part !== 'string') return noSuchOverload;
  meter.toil(workOfSearch(text, part));
  const size = countCharacters(text);
  const last = typeof offset === 'bigint' ? Number(offset) : size;
  if (last < 0 || last > size) return outOfRange(last);
  return BigInt(characterIndex(text, text.lastIndexOf(part, unitIndex(text, last))));
}

function substring(text: string, from: CelValue, to: CelValue): CelValue {
  if (typeof from !== 'bigint') return noSuchOverload;
  const size = countCharacters(text);
  const [start, end] = [Number(from), typeof to === 'bigint' ? Number(to) : size];
  if (start > end) return new CelFault(`invalid substring range. start: ${start}, end: ${end}`);
  if (start < 0 || start > size) return outOfRange(start);
  return end > size ? outOfRange(end) : sliceCharacters(text, start, end);
}

/** The meaning of a limit of -1. */
const mostParts = 2 ** 31;

function limitOf(limit: CelValue): number {
  return typeof limit === 'bigint' && limit >= 0n ? Math.min(Number(limit), mostParts) : mostParts;
}

/** Cuts a text at `separator`, an empty one between all characters, into `limit` parts at most. */
function cut(text: string, separator: string, limit: number): string[] {
  if (limit === 0) return [];
  const parts = separator === '' ? (charactersOf(text) ?? text.split('')) : text.split(separator);
  if (parts.length <= limit) return parts;
  return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)];
}

function split(text: string, separator: CelValue, limit: CelValue, meter: CostMeter): CelValue {
  if (typeof separator !== 'string') return noSuchOverload;
  meter.toil(text.length / (separator === '' ? 2 : 4) + workOfSearch(text, separator));
  return CelList.of(cut(text, separator, limitOf(limit)));
}

/** The result may be far longer than the text: its characters are counted before they are there. */
function replace(meter: CostMeter, text: string, [from, to, most]: readonly [string, string, number]): string {
  meter.toil(workOfSearch(text, from));
  const gaps = from === '' ? 1 : 0;
  const parts = cut(text, from, most === mostParts ? most : most + 1 - gaps);
  meter.toil(text.length / 4 + (parts.length * to.length) / 8);
  if (from !== '' || most === 0) return parts.join(to);
  const isWhole = parts.length < most;
  return `${to}${parts.join(to)}${isWhole && text !== '' ? to : ''}`;
}

function replaceIn(meter: CostMeter, args: readonly CelValue[]): CelValue {
  const [text, from, to, most = null] = args;
  const areTexts = typeof text === 'string' && typeof from === 'string' && typeof to === 'string';
  return areTexts ? replace(meter, text, [from, to, limitOf(most)]) : noSuchOverload;
}

/** White space of Unicode, without the mark that only JavaScript counts as such. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text, start)) start += 1;
  while (end > start && isBlank(text, end - 1)) end -= 1;
  return text.slice(start, end);
}

function isBlank(text: string, at: number): boolean {
  return /[\s\u0085]/.test(text.charAt(at)) && text.charAt(at) !== '\ufeff';
}

const lower = (text: string) => text.replace(/[A-Z]+/g, (found) => found.toLowerCase());
const upper = (text: string) => text.replace(/[a-z]+/g, (found) => found.toUpperCase());

const int = [t.int];
const text = [t.string];

function join(list: CelValue, separator: CelValue): CelValue {
  if (!(list instanceof CelList) || (separator !== null && typeof separator !== 'string')) return noSuchOverload;
  const items = list.items();
  if (items instanceof CelFault) return items;
  return items.every((item) => typeof item === 'string') ? items.join(separator ?? '') : noSuchOverload;
}

function joining(params: readonly CelType[]): FunctionEntry {
  const signature = { params: [listOf(t.string), ...params], result: t.string, price: joinPrice };
  return memberFunction('join', signature, (meter, list, separator) => {
    const size = list instanceof CelList ? list.size : 0;
    meter.toil((size * (1 + (typeof separator === 'string' ? separator.length : 0))) / 8);
    return join(list, separator);
  });
}

const texts: readonly FunctionEntry[] = [
  test('contains', containsPrice, (whole, part) => whole.includes(part)),
  test('startsWith', prefixPrice, (whole, part) => whole.startsWith(part)),
  test('endsWith', prefixPrice, (whole, part) => whole.endsWith(part)),
  onText('charAt', { params: int, result: t.string, price: characterPrice, run: charAt }),
  onText('indexOf', { params: text, result: t.int, price: traversalPrice, run: indexOf }),
  onText('indexOf', { params: [t.string, t.int], result: t.int, price: traversalPrice, run: indexOf }),
  onText('lastIndexOf', { params: text, result: t.int, price: traversalPrice, run: lastIndexOf }),
  onText('lastIndexOf', { params: [t.string, t.int], result: t.int, price: traversalPrice, run: lastIndexOf }),
  onText('lowerAscii', { result: t.string, price: textPrice, run: lower }),
  onText('upperAscii', { result: t.string, price: textPrice, run: upper }),
  onText('trim', { result: t.string, price: textPrice, run: trim }),
  onText('substring', { params: int, result: t.string, price: textPrice, run: substring }),
  onText('substring', { params: [t.int, t.int], result: t.string, price: textPrice, run: substring }),
  onText('split', { params: text, result: listOf(t.string), price: splitPrice, run: split }),
  onText('split', { params: [t.string, t.int], result: listOf(t.string), price: splitPrice, run: split }),
];

const three = [t.string, t.string, t.string];

export const strings: readonly FunctionEntry[] = [
  ...texts,
  joining([]),
  joining([t.string]),
  memberFunction('replace', { params: three, result: t.string, price: replacePrice }, (meter, ...args) =>
    replaceIn(meter, args.slice(0, 3)),
  ),
  memberFunction('replace', { params: [...three, t.int], result: t.string, price: replacePrice }, (meter, ...args) =>
    replaceIn(meter, args),
  ),
];
