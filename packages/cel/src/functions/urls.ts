/** URLs and their parts. */
import { listOf, mapOf, simpleTypes as t } from '../typing/cel-type.ts';
import { CelFault, CelList, CelUrl, LiteralMap, noSuchOverload } from '../values/value.ts';
import { globalFunction, memberFunction } from './overload.ts';
import { parseCelUrl, unescape } from './parse-cel-url.ts';
import { constantPrice, textPrice } from './price.ts';
import type { CelType } from '../typing/cel-type.ts';
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';
import type { FunctionEntry } from './overload.ts';

/** The host without its port, and an address without its brackets. */
function hostNameOf(host: string): string {
  if (host.startsWith('[')) return host.slice(1, host.indexOf(']'));
  const colon = host.indexOf(':');
  return colon < 0 ? host : host.slice(0, colon);
}

function portOf(host: string): string {
  const colon = host.indexOf(':', host.startsWith('[') ? host.indexOf(']') : 0);
  return colon < 0 ? '' : host.slice(colon + 1);
}

/** Values by name, in their order. A part with a faulty escape or a semicolon is skipped. */
function parseQuery(query: string): LiteralMap {
  const names = new Map<string, string[]>();
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';') || /%(?![0-9a-fA-F]{2})/.test(part)) continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const values = names.get(name) ?? [];
    values.push(equals < 0 ? '' : decode(part.slice(equals + 1)));
    names.set(name, values);
  }
  const map = new LiteralMap();
  for (const [name, values] of names) map.add(name, CelList.of(values));
  return map;
}

function decode(text: string): string {
  return unescape(text.replaceAll('+', ' '));
}

function parse(meter: CostMeter, text: string): CelUrl | CelFault {
  meter.toil(text.length);
  return parseCelUrl(text);
}

function onUrl(name: string, result: CelType, run: (url: CelUrl, meter: CostMeter) => CelValue): FunctionEntry {
  return memberFunction(name, { params: [t.url], result, price: constantPrice }, (meter, url) =>
    url instanceof CelUrl ? run(url, meter) : noSuchOverload,
  );
}

export const urls: readonly FunctionEntry[] = [
  globalFunction('url', { params: [t.string], result: t.url, price: textPrice }, (meter, text) =>
    typeof text === 'string' ? parse(meter, text) : noSuchOverload,
  ),
  globalFunction('isURL', { params: [t.string], result: t.bool, price: textPrice }, (meter, text) =>
    typeof text === 'string' ? !(parse(meter, text) instanceof CelFault) : noSuchOverload,
  ),
  onUrl('getScheme', t.string, ({ scheme }) => scheme),
  onUrl('getHost', t.string, ({ host }) => host),
  onUrl('getHostname', t.string, ({ host }) => hostNameOf(host)),
  onUrl('getPort', t.string, ({ host }) => portOf(host)),
  onUrl('getEscapedPath', t.string, ({ path }) => path),
  onUrl('getQuery', mapOf(t.string, listOf(t.string)), ({ query }, meter) => {
    meter.toil(query.length);
    return parseQuery(query);
  }),
];
