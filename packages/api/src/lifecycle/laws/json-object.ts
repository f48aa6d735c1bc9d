/** Reads foreign JSON, which may have any form. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectAt(json: Json | undefined, key: string): Json | undefined {
  const value = valueAt(json, key);
  return isObject(value) ? value : undefined;
}

export function textAt(json: Json | undefined, key: string): string {
  const value = valueAt(json, key);
  return typeof value === 'string' ? value : '';
}

export function objectsAt(json: Json | undefined, key: string): readonly Json[] {
  const value = valueAt(json, key);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textsAt(json: Json | undefined, key: string): readonly string[] {
  const value = valueAt(json, key);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function valueAt(json: Json | undefined, key: string): unknown {
  return json !== undefined && Object.hasOwn(json, key) ? json[key] : undefined;
}
