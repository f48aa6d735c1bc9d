/**
 * Assembles header blocks from HEADERS and CONTINUATION frames, which nothing may interrupt (RFC 9113, section 6.10),
 * and decodes them. Most responses have equal blocks, so decoded blocks are cached.
 */
import { protocolError, resetCodes, type Http2Error } from './errors.ts';
import { contentOf, frameFlag, frameType } from './frames.ts';
import type { Frame } from './frames.ts';
import { readHeaderBlock } from './header-block.ts';
import type { HeaderBlock } from './header-block.ts';

type OnHeaders<Block> = (stream: number, headers: Block, isLast: boolean) => void;

export interface HeaderReader {
  /** Accepts HEADERS and CONTINUATION frames. Throws a protocol error. */
  read(frame: Frame): void;
  /** A block is incomplete: only its CONTINUATION may follow. */
  isInBlock(): boolean;
}

/** Most servers' headers have some hundred bytes. */
export const largestBlockBytes = 64 * 1024;
/** Four frames of the largest payload hold the largest block. Frames may be empty, so their number is bounded too. */
const mostFrames = 16;
const mostCached = 64;
const longestCached = 1_024;

interface Partial {
  readonly stream: number;
  readonly isLast: boolean;
  readonly pieces: Buffer[];
  bytes: number;
}

export function createHeaderReader(onHeaders: OnHeaders<HeaderBlock>): HeaderReader {
  return assembleBlocks(createCachedReader(), onHeaders);
}

/** With blocks decoded by `read`, which is called for each of them, in order. */
export function assembleBlocks<Block>(read: (block: Buffer) => Block, onHeaders: OnHeaders<Block>): HeaderReader {
  let partial: Partial | undefined;

  const begin = ({ flags, stream }: Frame, content: Buffer): void => {
    const isLast = (flags & frameFlag.endStream) !== 0;
    if ((flags & frameFlag.endHeaders) !== 0) onHeaders(stream, read(content), isLast);
    else partial = { stream, isLast, pieces: [content], bytes: content.length };
  };
  const goOn = ({ flags, stream }: Frame, content: Buffer): void => {
    if (partial?.stream !== stream) throw protocolError('the peer sent headers that continue nothing');
    const { pieces, isLast } = partial;
    pieces.push(content);
    partial.bytes += content.length;
    if (partial.bytes > largestBlockBytes || pieces.length > mostFrames) {
      throw tooLarge();
    }
    if ((flags & frameFlag.endHeaders) === 0) return;
    partial = undefined;
    onHeaders(stream, read(Buffer.concat(pieces)), isLast);
  };

  return {
    read: (frame) => {
      const content = contentOf(frame);
      if (frame.type === frameType.headers) begin(frame, content);
      else goOn(frame, content);
    },
    isInBlock: () => partial !== undefined,
  };
}

function tooLarge(): Http2Error {
  return protocolError('the peer sent headers that are too large', resetCodes.enhanceYourCalm);
}

function createCachedReader(): (block: Buffer) => HeaderBlock {
  const known = new Map<string, HeaderBlock>();
  return (block) => {
    if (block.length > longestCached) return readHeaderBlock(block);
    const text = block.toString('latin1');
    let headers = known.get(text);
    if (headers !== undefined) return headers;
    headers = readHeaderBlock(block);
    if (known.size >= mostCached) known.clear();
    known.set(text, headers);
    return headers;
  };
}
