/** The forms in which objects of other servers are asked for: whole, or their metadata alone where a server has that form. */
import { answerMetadata } from './answer-fields.ts';
import type { JsonValue } from '@keelson/schema';

export interface AcceptedForms {
  readonly object: string;
  readonly list: string;
  readonly watch: string;
}

const json = 'application/json';

export const wholeObjects: AcceptedForms = { object: json, list: json, watch: json };

export const metadataAlone: AcceptedForms = {
  object: asMetadata('PartialObjectMetadata'),
  list: asMetadata('PartialObjectMetadataList'),
  watch: asMetadata('PartialObjectMetadata'),
};

/** Whole objects from a server that does not know the form. */
function asMetadata(kind: string): string {
  return `${json};as=${kind};g=meta.k8s.io;v=v1,${json}`;
}

/** Keeps the metadata of an object and drops the rest, which a server that does not know the form sends too. */
export function keepMetadata(value: JsonValue): JsonValue {
  return { metadata: answerMetadata(value) as JsonValue };
}
