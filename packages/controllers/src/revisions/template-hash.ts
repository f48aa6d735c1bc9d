/** Short names for states of a template, as they end the names of ReplicaSets and ControllerRevisions. */
import type { PodTemplateSpec } from '@keelson/api';

import { canonicalJson } from './canonical-json.ts';

/** The label of the pods of a Deployment, with the hash of their template. */
export const podTemplateHashLabel = 'pod-template-hash';

/** `collisions`: how often a hash of this owner has met one of another template. */
export function hashTemplate(template: object, collisions: number | undefined): string {
  const text = canonicalJson(template) + (collisions === undefined ? '' : `\n${collisions}`);
  return safeText(String(fnv32a(Buffer.from(text, 'utf8'))));
}

/** FNV-1a of 32 bits. */
function fnv32a(bytes: Buffer): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Without vowels, so that it spells no word, and without what looks like another character. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

function safeText(text: string): string {
  return [...Buffer.from(text, 'latin1')].map((byte) => alphabet[byte % alphabet.length]).join('');
}

/** The label with the hash does not count. */
export function isSameTemplate(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  return canonicalJson(templateWithoutHash(a)) === canonicalJson(templateWithoutHash(b));
}

const stripped = new WeakMap<PodTemplateSpec, PodTemplateSpec>();

/** The template as the Deployment has it: without the label that its ReplicaSets add. */
export function templateWithoutHash(template: PodTemplateSpec): PodTemplateSpec {
  const { labels } = template.metadata;
  if (labels === undefined || !Object.hasOwn(labels, podTemplateHashLabel)) return template;
  let without = stripped.get(template);
  if (without === undefined) {
    const { [podTemplateHashLabel]: _, ...others } = labels;
    const { labels: __, ...metadata } = template.metadata;
    without = { ...template, metadata: { ...metadata, ...(Object.keys(others).length > 0 && { labels: others }) } };
    stripped.set(template, without);
  }
  return without;
}
