/** Bytes that belong at a place of a buffer without being copied into it, such as the bodies of requests in events. */
export interface Attachment {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** The content of a buffer up to `end`, with its attachments, in order. */
export function piecesOf(buffer: Buffer, end: number, attached: readonly Attachment[]): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { at, bytes } of attached) {
    if (at > from) pieces.push(buffer.subarray(from, at));
    pieces.push(bytes);
    from = at;
  }
  if (end > from) pieces.push(buffer.subarray(from, end));
  return pieces;
}
