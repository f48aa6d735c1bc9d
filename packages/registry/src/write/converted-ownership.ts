/**
 * Field management over versions that another server converts. It compares objects in the versions of all their managers,
 * deep in code that does not wait, so it runs again with each conversion that it found missing. Objects whose managers all
 * wrote in the version of the request need none, and are done at once.
 */
import type { FieldManager, JsonObject, Versions } from '@keelson/patch';
import { convertObjects, decodeJson, stringifyJson, type Resource, type Scheme } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

import { ConversionError } from '../conversion-error.ts';

export type ConvertManaged = Versions['convert'];

export interface ConvertedOwnership {
  readonly scheme: Scheme;
  /** Of a kind. `undefined` for a version that is not served. */
  readonly findVersion: (apiVersion: string) => Resource | undefined;
  readonly makeManager: (convert: ConvertManaged) => FieldManager;
}

/** A run that lacks a conversion throws it, past all that cannot wait. */
class MissingConversion extends Error {
  readonly object: JsonObject;
  readonly from: string;
  readonly to: string;

  constructor(object: JsonObject, from: string, to: string) {
    super(`the object in ${to} is not there yet`);
    this.object = object;
    this.from = from;
    this.to = to;
  }
}

/** Each run needs at least one conversion more than the one before; this many managers in other versions are not met. */
const mostRuns = 64;

/** Rejects with a `ConversionError`. */
export function runConverted<T>(parts: ConvertedOwnership, use: (manager: FieldManager) => T): MaybePromise<T> {
  const known = new Map<string, JsonObject>();
  const manager = parts.makeManager((object, from, to) => {
    const found = known.get(keyOf(object, from, to));
    if (found === undefined) throw new MissingConversion(object, from, to);
    return found;
  });
  const run = (runs: number): MaybePromise<T> => {
    try {
      return use(manager);
    } catch (error) {
      if (!(error instanceof MissingConversion)) throw error;
      if (runs === mostRuns) throw new ConversionError('the object has managers in too many versions');
      const { object, from, to } = error;
      return convert(parts, error).then((converted) => {
        known.set(keyOf(object, from, to), converted);
        return run(runs + 1);
      });
    }
  };
  return run(1);
}

function keyOf(object: JsonObject, from: string, to: string): string {
  return `${from} ${to} ${stringifyJson(object)}`;
}

async function convert(
  { scheme, findVersion }: ConvertedOwnership,
  { object, from: fromVersion, to: toVersion }: MissingConversion,
): Promise<JsonObject> {
  const [from, to] = [findVersion(fromVersion), findVersion(toVersion)];
  if (from === undefined || to === undefined) {
    throw new Error(`${fromVersion} and ${toVersion} are not versions of one kind`);
  }
  const decoded = decodeJson(from.message, structuredClone(object));
  if (!decoded.ok) throw new Error(`merged into what is no ${from.kind}: ${decoded.message}`);
  const converted = await convertObjects(scheme, [decoded.object], { from, to });
  if (!converted.ok) throw new ConversionError(converted.message);
  return { ...converted.objects[0] };
}
