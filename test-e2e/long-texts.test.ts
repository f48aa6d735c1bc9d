/**
 * The cost of what anybody may send without a body: headers and parameters full of what keeps patterns and splitters
 * busy, from callers known and unknown. It is the processor's time of the server that is taken, which others on the
 * machine do not change.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { processorSeconds } from './support/process-use.ts';
import { makeHome } from './support/serve.ts';
import type { Home, Started } from './support/serve.ts';

let home: Home;
let server: Started;
beforeAll(async () => {
  home = await makeHome();
  server = await home.start();
});
afterAll(() => home.remove());

const headers = [
  'Accept',
  'Accept-Encoding',
  'Audit-Id',
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  'Cookie',
  'If-None-Match',
  'Impersonate-Extra-a',
  'Impersonate-Group',
  'Impersonate-Uid',
  'Impersonate-User',
  'Origin',
  'User-Agent',
  'X-Forwarded-For',
  'X-Remote-User',
  'X-Unknown',
];
const parameters = [
  'continue',
  'dryRun',
  'fieldManager',
  'fieldSelector',
  'fieldValidation',
  'gracePeriodSeconds',
  'labelSelector',
  'limit',
  'pretty',
  'propagationPolicy',
  'resourceVersion',
  'resourceVersionMatch',
  'timeout',
  'timeoutSeconds',
  'unknown',
];
const pieces = [' ', '\t', ',', ';', '=', '.', '-', '/', '"', '(', '9', 'a=b,', 'a;q=0.', 'a in (b,', '%25'];
const texts = pieces.map((piece) => `a${piece.repeat(Math.floor(7_900 / piece.length))}b`);

/** A step for each pair of characters takes some sixty milliseconds for each request. */
const limitMs = 100;
const requests = 3;
/** Compiling and collecting garbage are paid by whoever comes first. */
const attempts = 3;

const configMaps = '/api/v1/namespaces/default/configmaps';
const callers = [
  ['known', {}],
  ['unknown', { Authorization: 'Bearer nobody' }],
] as const;

const cpuMs = async (): Promise<number> => (await processorSeconds(server.process.pid)) * 1_000;

async function costlyTexts(ask: (text: string) => Promise<unknown>): Promise<string[]> {
  const costly: string[] = [];
  for (const text of texts) if (await isCostly(() => ask(text))) costly.push(text.slice(0, 20));
  return costly;
}

async function isCostly(ask: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await cpuMs();
    for (let count = 0; count < requests; count += 1) await ask();
    if ((await cpuMs()) - before < limitMs) return false;
  }
  return true;
}

describe.each(callers)('a caller who is %s', (_who, known) => {
  it.each(headers)('pays for a long %s by its length', async (name) => {
    const ask = (text: string) => server.ask(configMaps, { headers: { ...known, [name]: text } });
    expect(await costlyTexts(ask)).toEqual([]);
  });

  it.each(parameters)('pays for a long parameter %s by its length', async (name) => {
    const pathOf = (text: string) => `${configMaps}?${name}=${encodeURIComponent(text)}`;
    expect(await costlyTexts((text) => server.ask(pathOf(text), { headers: known }))).toEqual([]);
  });
});
