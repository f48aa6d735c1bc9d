/**
 * Scaling behavior as text for an annotation. Its keys begin with capitals, because
 * servers have written them so ever since; both spellings are read.
 */
import { decodeJson, parseJson, stringifyJson } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import { HorizontalPodAutoscalerBehavior } from '../v2/scaling-behavior.ts';
import type { HPAScalingPolicy, HPAScalingRules } from '../v2/scaling-behavior.ts';

/** What is absent is written as null. */
export function writeBehavior({ scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior): string {
  return `{"ScaleUp":${writeRules(scaleUp)},"ScaleDown":${writeRules(scaleDown)}}`;
}

function writeRules(rules: HPAScalingRules | undefined): string {
  if (rules === undefined) return 'null';
  const { stabilizationWindowSeconds = null, selectPolicy = null, policies = null } = rules;
  const all = { stabilizationWindowSeconds, selectPolicy, policies: policies?.map(inOrder) ?? null };
  return stringifyJson(withKeys(all, capitalize));
}

function inOrder({ type, value, periodSeconds }: HPAScalingPolicy): JsonValue {
  return { type, value, periodSeconds };
}

/** Undefined where the text is no behavior, or one that says nothing. */
export function readBehavior(text: string): HorizontalPodAutoscalerBehavior | undefined {
  const parsed = parseJson(text, { maxDepth: 10 });
  if (!parsed.ok) return undefined;
  const decoded = decodeJson(HorizontalPodAutoscalerBehavior, withKeys(parsed.value, uncapitalize));
  if (!decoded.ok) return undefined;
  const { scaleUp, scaleDown } = decoded.object;
  return scaleUp === undefined && scaleDown === undefined ? undefined : decoded.object;
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
