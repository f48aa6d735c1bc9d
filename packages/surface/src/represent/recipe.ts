/**
 * An encoding to make of an object, as plain data: objects that would block this thread
 * while they are converted and printed are sent to another one, with a recipe.
 */
import type { Encoding, ObjectVersion } from '@keelson/cache';
import type { Form } from '@keelson/registry';
import type { Resource } from '@keelson/schema';

import type { Representation } from '../negotiate/accept.ts';
import type { IncludeObject } from './table.ts';

/**
 * `whole`: the object in its representation. `item`: the same as an item of a list in protobuf. `yamlItem`: as an item
 * of a list in YAML, in any view. `row` and `wholeRow`: a row of a table, to be kept or as it is now. `table`: a table
 * of one row. `audited`: as it is written down.
 */
export type RecipeShape = 'whole' | 'item' | 'yamlItem' | 'row' | 'wholeRow' | 'table' | 'audited';

export interface ResourceName {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

export interface Recipe {
  readonly shape: RecipeShape;
  /** The version of the bytes, and the requested one. */
  readonly from: ResourceName;
  readonly to: ResourceName;
  readonly representation: Representation;
  readonly includeObject: IncludeObject;
}

/** `undefined`: to be encoded here. */
export type EncodeElsewhere = (recipe: Recipe, object: ObjectVersion) => Promise<Uint8Array> | undefined;

/** From here on an object is not converted on the thread that serves everybody. YAML costs ten times as much. */
const heavyBytes = { json: 64 * 1024, protobuf: 64 * 1024, yaml: 16 * 1024 };

export interface OffloadContext {
  readonly form: Form;
  readonly wanted: Resource;
  readonly representation: Representation;
  readonly includeObject?: IncludeObject | undefined;
  readonly elsewhere?: EncodeElsewhere | undefined;
}

/** The encoding, which is carried out elsewhere for objects that are large, where there is such a place. */
export function offloaded(context: OffloadContext, shape: RecipeShape, encoding: Encoding): Encoding {
  const { elsewhere, form, wanted, representation, includeObject = 'Metadata' } = context;
  const { resource } = form;
  // An object that is not stored, such as a Scale, is small, and a recipe could not name its resource.
  if (elsewhere === undefined || resource === undefined) return encoding;
  const most = heavyBytes[representation.encoding];
  return {
    ...encoding,
    encodeElsewhere: (object) => {
      if (object.value.length < most) return undefined;
      return elsewhere({ shape, from: nameOf(resource), to: nameOf(wanted), representation, includeObject }, object);
    },
  };
}

function nameOf({ group, version, plural }: Resource): ResourceName {
  return { group, version, plural };
}
