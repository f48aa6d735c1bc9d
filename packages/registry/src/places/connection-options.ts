/** The options of a connection: the query of its request, decoded into the declared message as 1.24 does it. */
import { badRequest } from '@keelson/meta';
import { canonicalTime, decodeJson, groupVersion, type Field, type JsonValue } from '@keelson/schema';

import type { ConnectOptions, ConnectRequest, Form, Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';

export function readConnectionOptions(form: Form, { query, path }: ConnectRequest): Outcome<ConnectOptions> {
  const stated: Record<string, JsonValue> = {};
  for (const [name, field] of Object.entries(form.message.fields)) {
    const read = readValue(field, query(name));
    if (!read.ok) return refused(badRequest(read.message));
    if (read.value !== undefined) stated[name] = read.value;
  }
  // The one in the query does not count, also where there is none in the URL.
  if (Object.hasOwn(form.message.fields, 'path')) stated['path'] = path;
  const decoded = decodeJson(form.message, stated);
  if (!decoded.ok) return refused(badRequest(decoded.message));
  return done({ ...decoded.object, kind: form.kind, apiVersion: groupVersion(form) });
}

type ReadValue =
  { readonly ok: true; readonly value: JsonValue | undefined } | { readonly ok: false; readonly message: string };

/** The first value counts, but for lists. */
function readValue({ shape }: Field, values: readonly string[]): ReadValue {
  const [first] = values;
  if (first === undefined) return absent;
  switch (shape.kind) {
    case 'bool':
      return { ok: true, value: first !== '0' && first.toLowerCase() !== 'false' };
    case 'int64':
      return readInteger(first);
    case 'time':
      return readTime(first);
    case 'list':
      return shape.item.kind === 'int32' ? readPorts(values) : { ok: true, value: [...values] };
    default:
      return { ok: true, value: first };
  }
}

const absent: ReadValue = { ok: true, value: undefined };
const maxInt64 = 2n ** 63n - 1n;

function readInteger(text: string): ReadValue {
  const asked = `strconv.ParseInt: parsing ${JSON.stringify(text)}`;
  if (!/^[+-]?\d+$/.test(text)) return { ok: false, message: `${asked}: invalid syntax` };
  const value = BigInt(text.replace(/^\+/, ''));
  if (value > maxInt64 || value < -maxInt64 - 1n) return { ok: false, message: `${asked}: value out of range` };
  return { ok: true, value: Number.isSafeInteger(Number(value)) ? Number(value) : value };
}

/** In RFC 3339; older clients write `null` for none. */
function readTime(text: string): ReadValue {
  if (text === '' || text === 'null') return absent;
  const read = canonicalTime(text);
  return read.ok ? { ok: true, value: text } : read;
}

const highestPort = 65_535;

/** Several values, each of which may have several, between commas. */
function readPorts(values: readonly string[]): ReadValue {
  const ports: number[] = [];
  for (const text of values.flatMap((each) => each.split(','))) {
    const asked = `cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(text)}`;
    if (!/^\d+$/.test(text)) return { ok: false, message: `${asked}: invalid syntax` };
    if (Number(text) > highestPort) return { ok: false, message: `${asked}: value out of range` };
    ports.push(Number(text));
  }
  return { ok: true, value: ports };
}
