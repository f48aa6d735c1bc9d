/** Defaults of Secrets. */
import { setOwn } from '@keelson/schema';

/** Plain text is moved to where all values are kept; it wins over a value of the same key. */
export function mergeStringData(secret: { data?: Record<string, string>; stringData?: Record<string, string> }): void {
  const { stringData } = secret;
  if (stringData === undefined) return;
  const data = (secret.data ??= {});
  for (const [key, text] of Object.entries(stringData)) setOwn(data, key, Buffer.from(text).toString('base64'));
  delete secret.stringData;
}
