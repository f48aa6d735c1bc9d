/** Reads pages of a file, whichever order they are named in, in stretches from its beginning to its end. */
import type { FileHandle } from 'node:fs/promises';

export interface PagesOf {
  readonly file: FileHandle;
  readonly pageBytes: number;
  readonly pages: readonly number[];
}

/** A stretch is read at once, with what lies between its pages. */
const stretchBytes = 1_048_576;
const largestGap = 16;

/** Looks at one page after the other until `look` returns why it is wrong. A page that is cut off is looked at as zeros. */
export async function readPages(
  { file, pageBytes, pages }: PagesOf,
  look: (page: Buffer, number: number) => string | undefined,
): Promise<string | undefined> {
  const sorted = Float64Array.from(pages).sort();
  const buffer = Buffer.alloc(Math.max(stretchBytes, pageBytes));
  for (let from = 0; from < sorted.length;) {
    const to = endOfStretch(sorted, from, Math.floor(buffer.length / pageBytes));
    const first = sorted[from] ?? 0;
    const bytes = ((sorted[to - 1] ?? first) - first + 1) * pageBytes;
    const { bytesRead } = await file.read(buffer, 0, bytes, first * pageBytes);
    buffer.fill(0, bytesRead, bytes);
    for (; from < to; from += 1) {
      const number = sorted[from] ?? 0;
      const at = (number - first) * pageBytes;
      const why = look(buffer.subarray(at, at + pageBytes), number);
      if (why !== undefined) return why;
    }
  }
  return undefined;
}

/** The index behind the last page that is read together with the one at `from`. */
function endOfStretch(sorted: Float64Array, from: number, mostPages: number): number {
  const first = sorted[from] ?? 0;
  let to = from + 1;
  for (; to < sorted.length; to += 1) {
    const page = sorted[to] ?? 0;
    if (page - first >= mostPages || page - (sorted[to - 1] ?? 0) > largestGap) break;
  }
  return to;
}
