/**
 * Puts blocks of headers together, which may come in several frames with nothing between them (RFC 9113, section
 * 6.10), and reads them. Most answers have the same headers, so that what a block said is remembered.
 */
import { contentOf, frameFlag, frameType } from './frames.ts';
import type { Frame } from './frames.ts';
import { readHeaderBlock } from './header-block.ts';
import type { Headers } from './header-block.ts';

type OnHeaders = (stream: number, headers: Headers, isLast: boolean) => void;

export interface HeaderReader {
  /** Takes frames of headers and their continuations. Throws on those that cannot be read. */
  read(frame: Frame): void;
  /** A block has begun and not ended: only its continuation may follow. */
  isInBlock(): boolean;
}

/** etcd's own headers have some hundred bytes; a reason in `grpc-message` is the longest among them. */
export const largestBlockBytes = 64 * 1024;
/** Four frames of the largest payload hold the largest block. Frames may be empty, so they are counted too. */
const mostFrames = 16;
const mostRemembered = 64;
const longestRemembered = 1_024;

interface Partial {
  readonly stream: number;
  readonly isLast: boolean;
  readonly pieces: Buffer[];
  bytes: number;
}

export function createHeaderReader(onHeaders: OnHeaders): HeaderReader {
  const read = createMemory();
  let partial: Partial | undefined;

  /** The block that this frame belongs to. */
  const blockOf = ({ type, flags, stream }: Frame): Partial => {
    if (type === frameType.headers) {
      return { stream, isLast: (flags & frameFlag.endStream) !== 0, pieces: [], bytes: 0 };
    }
    if (partial?.stream === stream) return partial;
    throw new Error('etcd sent headers that continue nothing');
  };

  return {
    read: (frame) => {
      const block = blockOf(frame);
      const content = contentOf(frame);
      block.pieces.push(content);
      block.bytes += content.length;
      if (block.bytes > largestBlockBytes || block.pieces.length > mostFrames) {
        throw new Error('etcd sent headers that are too large');
      }
      const isWhole = (frame.flags & frameFlag.endHeaders) !== 0;
      partial = isWhole ? undefined : block;
      if (isWhole) onHeaders(block.stream, read(joined(block.pieces)), block.isLast);
    },
    isInBlock: () => partial !== undefined,
  };
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}

function createMemory(): (block: Buffer) => Headers {
  const known = new Map<string, Headers>();
  return (block) => {
    if (block.length > longestRemembered) return readHeaderBlock(block);
    const text = block.toString('latin1');
    let headers = known.get(text);
    if (headers !== undefined) return headers;
    headers = readHeaderBlock(block);
    if (known.size >= mostRemembered) known.clear();
    known.set(text, headers);
    return headers;
  };
}
