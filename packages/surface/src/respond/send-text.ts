/** Short texts for people and machines, as the API sends them. */
import type { Outgoing } from '@keelson/http';

const plainText = 'text/plain; charset=utf-8';

export interface TextOptions {
  readonly status?: number;
  /** Forbids browsers to sniff the content type. */
  readonly isNosniff?: boolean;
}

export function sendText(response: Outgoing, text: string, options: TextOptions = {}): void {
  const { status = 200, isNosniff = false } = options;
  if (isNosniff) response.setHeader('X-Content-Type-Options', 'nosniff');
  response.writeHead(status, { 'Content-Type': plainText, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

export function sendPageNotFound(response: Outgoing): void {
  sendText(response, '404 page not found\n', { status: 404, isNosniff: true });
}

/** Indented, as for people; there is no other form of it. */
export function sendPlainJson(response: Outgoing, value: unknown): void {
  const text = JSON.stringify(value, null, 2);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
