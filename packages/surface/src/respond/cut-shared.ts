/**
 * Cuts what is sent to many streams into pieces. What a connection is handed is encrypted at once, and held for that
 * client alone until it is taken; the pieces that wait are views of bytes that all streams share.
 */
export const pieceBytes = 64 * 1024;

let last: { readonly bytes: Uint8Array; readonly pieces: readonly Uint8Array[] } | undefined;

/** The result may be shared: never change it. */
export function cutShared(bytes: Uint8Array): readonly Uint8Array[] {
  if (last?.bytes === bytes) return last.pieces;
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes) pieces.push(bytes.subarray(from, from + pieceBytes));
  last = { bytes, pieces };
  return pieces;
}
