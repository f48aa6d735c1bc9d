/**
 * Scaling behavior as text for an annotation. Its keys begin with capitals, because
 * servers have written them so ever since; both spellings are read.
 */
import { decodeJson, encodeJson, parseJson, stringifyJson } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import { HorizontalPodAutoscalerBehavior } from '../v2/scaling-behavior.ts';

export function writeBehavior(behavior: HorizontalPodAutoscalerBehavior): string {
  const parsed = parseJson(encodeJson(HorizontalPodAutoscalerBehavior, behavior));
  return parsed.ok ? stringifyJson(withKeys(parsed.value, capitalize)) : '{}';
}

/** Undefined where the text is no behavior. */
export function readBehavior(text: string): HorizontalPodAutoscalerBehavior | undefined {
  const parsed = parseJson(text, { maxDepth: 10 });
  if (!parsed.ok) return undefined;
  const decoded = decodeJson(HorizontalPodAutoscalerBehavior, withKeys(parsed.value, uncapitalize));
  return decoded.ok ? decoded.object : undefined;
}

function withKeys(value: JsonValue, change: (key: string) => string): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withKeys(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), withKeys(item as JsonValue, change)]),
  );
}

function capitalize(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

function uncapitalize(key: string): string {
  return key.charAt(0).toLowerCase() + key.slice(1);
}
