/** Lists in YAML, an item at a time. Not cached, because no client polls in YAML. */
import { encodeOnce, type Encoding } from '@keelson/cache';
import type { ListAnswer } from '@keelson/registry';
import { stringifyYaml } from '@keelson/schema';
import type { JsonValue, Resource } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';

import { textAround } from './around.ts';
import type { ListContext } from './list-context.ts';
import { partialOf } from './partial.ts';
import { offloaded } from './recipe.ts';
import { wholeRow } from './row-encoding.ts';
import { decodeAs, isSameVersion, parseStored } from './stored-object.ts';
import type { ObjectVersion } from '@keelson/cache';

type YamlContext = Omit<ListContext, 'derive' | 'joined'>;

export async function* yamlPieces(
  context: YamlContext,
  { objects }: Pick<ListAnswer, 'objects'>,
  { empty, slot }: { readonly empty: JsonValue; readonly slot: string },
): AsyncIterable<Uint8Array> {
  const [head, tail] = textAround(stringifyYaml(empty), `${slot}: []\n`, '');
  if (objects.length === 0) {
    yield Buffer.from(head + tail);
    return;
  }
  yield Buffer.from(`${head.slice(0, -'[]\n'.length - 1)}\n`);
  const encoding = yamlItemEncoding(context);
  for (const object of objects) {
    yield await encodeOnce(object, encoding);
    await giveWay();
  }
  yield Buffer.from(tail);
}

export function yamlItemEncoding(context: YamlContext): Encoding {
  const encode = (object: ObjectVersion): Uint8Array => Buffer.from(stringifyYaml([itemValue(context, object)]));
  return offloaded(context, 'yamlItem', { key: undefined, encode });
}

function itemValue(context: YamlContext, object: ObjectVersion): JsonValue {
  const { scheme, form, wanted, representation } = context;
  switch (representation.view) {
    case 'table':
      return wholeRow(context, object);
    case 'object':
      return withoutType(
        wanted,
        isSameVersion(form, wanted) ? parseStored(object) : decodeAs(scheme, object, form, wanted),
      );
    case 'metadata':
    case 'metadataList':
      return partialOf(context, object, representation.metaVersion);
  }
}

/** All items of a list have its type, which need not be said again. Items of custom resources keep it. */
function withoutType({ custom }: Resource, item: JsonValue): JsonValue {
  if (custom !== undefined) return item;
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = item as Record<string, JsonValue>;
  return rest;
}
