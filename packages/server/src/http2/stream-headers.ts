/** Headers of responses as fields of HPACK. Those of the connection, which HTTP/2 has no use for, are left out. */
import { STATUS_CODES } from 'node:http';

import { createHeaderPrinter, type PrintHeader } from '@keelson/http';
import { printField, printStatusLine } from '@keelson/http2';

/** RFC 9113, section 8.2.2. */
const ofConnections = new Set(['connection', 'proxy-connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

export function printHeader(name: string, value: number | string): string {
  const key = name.toLowerCase();
  return ofConnections.has(key) ? '' : printField(key, String(value));
}

export const headerPrinter: PrintHeader = createHeaderPrinter(printHeader);

const statusLines = new Map(Object.keys(STATUS_CODES).map((code) => [Number(code), printStatusLine(Number(code))]));

export function printStatus(code: number): string {
  return statusLines.get(code) ?? printStatusLine(code);
}

const msPerSecond = 1_000;
let writtenSecond = Number.NaN;
let written = '';

/** Most are of the same second as the one before. */
export function printDate(nowMs: number): string {
  const second = Math.floor(nowMs / msPerSecond);
  if (second !== writtenSecond) {
    writtenSecond = second;
    written = printField('date', new Date(second * msPerSecond).toUTCString());
  }
  return written;
}
