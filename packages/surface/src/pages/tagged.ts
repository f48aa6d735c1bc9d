/** Large documents that seldom change: sent with an ETag, compressed once, and answered with 304 where cached. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';

import { acceptsGzip, gzipFromBytes } from '../respond/send-pieces.ts';
import type { PageRequest } from './page.ts';

const gzip = promisify(gzipWithCallback);
/** Most of what can be saved, at a third of the time of the default. */
const gzipLevel = 3;

export interface Tagged {
  readonly bytes: Buffer;
  /** Of the content: equal on all replicas. */
  readonly hash: string;
  /** Made when first asked for, off this thread. */
  readonly compressed: () => Promise<Buffer>;
}

export function tag(bytes: Buffer): Tagged {
  return tagAs(createHash('sha512').update(bytes).digest('hex').toUpperCase(), bytes);
}

/** `hash` must differ wherever the bytes do. */
export function tagAs(hash: string, bytes: Buffer): Tagged {
  let compressed: Promise<Buffer> | undefined;
  return {
    bytes,
    hash,
    compressed: () => (compressed ??= gzip(bytes, { level: gzipLevel })),
  };
}

export interface TaggedSending {
  readonly request: PageRequest;
  readonly response: ServerResponse;
  readonly contentType: string;
}

/** The compressed form has a weak ETag: it is the same content in other bytes (RFC 9110, section 8.8.3.3). */
export async function sendTagged(sending: TaggedSending, { bytes, hash, compressed }: Tagged): Promise<void> {
  const { request, response, contentType } = sending;
  const etag = `"${hash}"`;
  const isLarge = bytes.length >= gzipFromBytes;
  const isCompressed = isLarge && acceptsGzip(request.incoming);
  if (isLarge && request.incoming.headers['accept-encoding'] !== undefined) addVary(response);
  response.setHeader('Etag', isCompressed ? `W/${etag}` : etag);
  if (isKnown(request.incoming.headers['if-none-match'], etag)) {
    response.writeHead(304);
    response.end();
    return;
  }
  const body = isCompressed ? await compressed() : bytes;
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': body.length });
  response.end(body);
}

/** Not for requests without `Accept-Encoding`, as recorded from the reference server: they get what all can read. */
function addVary(response: ServerResponse): void {
  const varies = [response.getHeader('Vary') ?? []].flat().map(String);
  if (!varies.includes('Accept-Encoding')) response.setHeader('Vary', ['Accept-Encoding', ...varies]);
}

/** RFC 9110, section 13.1.2: weak tags count as the strong ones. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((text) => text.trim() === '*' || text.trim().replace(/^W\//, '') === etag);
}
