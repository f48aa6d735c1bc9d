/** The windows that a client has opened, and what a server has sent into them (RFC 9113, section 6.9). */
import { frameFlag, frameType, type Frame } from '../frames.ts';

const [settingBytes, initialWindowId, defaultWindow] = [6, 4, 65_535];

export class WindowLedger {
  /** Initial windows of streams: the last that the server has acknowledged, and those sent since, any of which may hold. */
  readonly #initial = [defaultWindow];
  readonly #granted = new Map<number, number>();
  readonly #received = new Map<number, number>();

  noteSent({ type, flags, stream, payload }: Frame): void {
    if (type === frameType.settings && (flags & frameFlag.ack) === 0) this.#noteSettings(payload);
    if (type === frameType.windowUpdate && payload.length === 4) {
      add(this.#granted, stream, payload.readUInt32BE(0) & 0x7fff_ffff);
    }
  }

  /** Returns false for data beyond a window. */
  noteReceived({ type, flags, stream, length }: Frame): boolean {
    if (type === frameType.settings && (flags & frameFlag.ack) !== 0) this.#initial.shift();
    if (type !== frameType.data || length === 0) return true;
    add(this.#received, stream, length);
    add(this.#received, 0, length);
    return this.#isWithin(stream, Math.max(...this.#initial)) && this.#isWithin(0, defaultWindow);
  }

  #isWithin(stream: number, initial: number): boolean {
    return (this.#received.get(stream) ?? 0) <= initial + (this.#granted.get(stream) ?? 0);
  }

  #noteSettings(payload: Buffer): void {
    let window = this.#initial.at(-1) ?? defaultWindow;
    for (let at = 0; at + settingBytes <= payload.length; at += settingBytes) {
      if (payload.readUInt16BE(at) === initialWindowId) window = payload.readUInt32BE(at + 2);
    }
    this.#initial.push(window);
  }
}

function add(counts: Map<number, number>, stream: number, bytes: number): void {
  counts.set(stream, (counts.get(stream) ?? 0) + bytes);
}
