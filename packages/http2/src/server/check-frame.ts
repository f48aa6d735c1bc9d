/** Checks a frame by itself, whatever came before it (RFC 9113, section 6). Throws, which ends the connection. */
import { protocolError, resetCodes } from '../errors.ts';
import { frameFlag, frameType, type Frame } from '../frames.ts';

type Rule = readonly [stream: 'none' | 'one' | 'either', bytes: (length: number, isAck: boolean) => boolean];

const any = (): boolean => true;

const rules: ReadonlyMap<number, Rule> = new Map<number, Rule>([
  [frameType.data, ['one', any]],
  [frameType.headers, ['one', any]],
  // A wrong length is an error of its stream.
  [frameType.priority, ['one', any]],
  [frameType.reset, ['one', (length) => length === 4]],
  [frameType.settings, ['none', (length, isAck) => (isAck ? length === 0 : length % 6 === 0)]],
  [frameType.ping, ['none', (length) => length === 8]],
  [frameType.goAway, ['none', (length) => length >= 8]],
  [frameType.windowUpdate, ['either', (length) => length === 4]],
  [frameType.continuation, ['one', any]],
]);

export function checkFrame({ type, flags, stream, length }: Frame): void {
  if (type === frameType.pushPromise) throw protocolError('clients do not push');
  const rule = rules.get(type);
  if (rule === undefined) return;
  const [streams, isLength] = rule;
  if (streams !== 'either' && (stream !== 0) !== (streams === 'one')) {
    throw protocolError('the peer sent a frame on a wrong stream');
  }
  if (!isLength(length, (flags & frameFlag.ack) !== 0)) {
    throw protocolError('the peer sent a frame of a wrong length', resetCodes.frameSize);
  }
}
