/** Replaces a file by its compressed form, FILE.gz. Compression runs off this thread. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export const compressedExtension = '.gz';

/** Rejects if it fails; the file is then there as it was. A process that ends meanwhile leaves the file, too. */
export async function compressFile(path: string, mode: number): Promise<void> {
  const unfinished = `${path}${compressedExtension}.part`;
  try {
    await pipeline(createReadStream(path), createGzip(), createWriteStream(unfinished, { mode }));
    await rename(unfinished, `${path}${compressedExtension}`);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await rm(path);
}
