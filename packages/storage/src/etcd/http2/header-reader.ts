/**
 * Puts blocks of headers together, which may come in several frames with nothing
 * between them, and reads them. Most answers have the same headers, so that what a
 * block said is remembered.
 */
import { contentOf, frameFlag, frameType } from './frames.ts';
import type { Frame } from './frames.ts';
import { readHeaderBlock } from './header-block.ts';
import type { Headers } from './header-block.ts';

type OnHeaders = (stream: number, headers: Headers, isLast: boolean) => void;

const largestBlock = 256 * 1024;
const mostRemembered = 64;

interface Partial {
  readonly stream: number;
  readonly isLast: boolean;
  block: Buffer;
}

/** Takes frames of headers and their continuations. Throws on what cannot be read. */
export function createHeaderReader(onHeaders: OnHeaders): (frame: Frame) => void {
  const read = createMemory();
  let partial: Partial | undefined;
  return (frame) => {
    const { type, flags, stream } = frame;
    const content = contentOf(frame);
    if (type === frameType.headers) {
      partial = { stream, isLast: (flags & frameFlag.endStream) !== 0, block: content };
    } else if (partial?.stream === stream) {
      partial.block = Buffer.concat([partial.block, content]);
    } else throw new Error('etcd sent headers that continue nothing');
    if (partial.block.length > largestBlock) throw new Error('etcd sent headers that are too large');
    if ((flags & frameFlag.endHeaders) === 0) return;
    const { block, isLast } = partial;
    partial = undefined;
    onHeaders(stream, read(block), isLast);
  };
}

function createMemory(): (block: Buffer) => Headers {
  const known = new Map<string, Headers>();
  return (block) => {
    const text = block.toString('latin1');
    let headers = known.get(text);
    if (headers !== undefined) return headers;
    headers = readHeaderBlock(block);
    if (known.size >= mostRemembered) known.clear();
    known.set(text, headers);
    return headers;
  };
}
