/** Converts examples that are written as JSON, for tests: decoded, converted, and shown as the JSON a client would get. */
import { convertObject, decodeJson, encodeJson } from '@keelson/schema';
import type { Resource, TypeMeta } from '@keelson/schema';

import { createApiScheme } from '../api-scheme.ts';

const scheme = createApiScheme({ includeRetired: true });

export interface Example extends TypeMeta {
  readonly kind: string;
  readonly apiVersion: string;
  readonly [field: string]: unknown;
}

/** A field that the version does not have is a mistake in the example. */
export function convertExample(example: Example, apiVersion: string): Example {
  const from = resourceOf(example.kind, example.apiVersion);
  const to = resourceOf(example.kind, apiVersion);
  const unknown: string[] = [];
  const decoded = decodeJson(from.message, example, { onUnknown: (path) => unknown.push(path) });
  if (!decoded.ok) throw new Error(decoded.message);
  if (unknown.length > 0) throw new Error(`unknown fields: ${unknown.join()}`);
  const converted = convertObject(scheme, decoded.object, from, to);
  return JSON.parse(encodeJson(to.message, converted)) as Example;
}

function resourceOf(kind: string, apiVersion: string): Resource {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const found = scheme.resourceOfKind({ group, version, kind });
  if (found === undefined) throw new Error(`no ${kind} in ${apiVersion}`);
  return found;
}
