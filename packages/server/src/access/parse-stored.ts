/** What is stored of a role or a binding. What cannot be read is as if it were empty: it grants nothing. */
export function parseStored(value: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(value).toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
