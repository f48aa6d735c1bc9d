/** The body of a patch as a value. A patch is read once for all tries, and not before there is something to patch. */
import { badRequest } from '@keelson/meta';
import { decodeText, parseJson, parseYaml } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import type { Outcome, PatchKind, PatchRequest } from '../contract.ts';
import { done, refused } from '../outcome.ts';

export function readPatch(
  { kind, bytes }: PatchRequest['patch'],
  onDuplicate: ((path: string) => void) | undefined,
): Outcome<JsonValue> {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return refused(badRequest(wordFault(kind, decoded.message)));
  if (kind === 'apply' && !decoded.text.trimStart().startsWith('{')) return readYaml(decoded.text);
  const parsed = parseJson(decoded.text, { onDuplicate });
  return parsed.ok ? done(parsed.value) : refused(badRequest(wordFault(kind, parsed.message)));
}

function readYaml(text: string): Outcome<JsonValue> {
  const parsed = parseYaml(text, { maxDocuments: 1 });
  if (parsed.ok) return done(parsed.documents[0] ?? null);
  const line = parsed.line === undefined ? '' : `line ${parsed.line}: `;
  return refused(badRequest(wordFault('apply', `yaml: ${line}${parsed.message}`)));
}

function wordFault(kind: PatchKind, message: string): string {
  switch (kind) {
    case 'merge':
      return 'Invalid JSON Patch';
    case 'apply':
      return `error decoding YAML: error converting YAML to JSON: ${message}`;
    case 'json':
    case 'strategic':
      return message;
  }
}
