/** Numbers of fields that apps/v1 dropped; as annotations they are still understood. */
import type { ObjectMeta } from '../../../meta/v1/object-meta.ts';

export function withCounter(metadata: ObjectMeta, name: string, count: number | bigint): ObjectMeta {
  return { ...metadata, annotations: { ...metadata.annotations, [name]: String(count) } };
}

export interface TakenCounter {
  readonly metadata: ObjectMeta;
  /** Absent where there is no annotation, or none that is a number. */
  readonly count?: number | bigint;
}

export function takeCounter(metadata: ObjectMeta, name: string): TakenCounter {
  const { annotations = {}, ...others } = metadata;
  const { [name]: text, ...kept } = annotations;
  if (text === undefined || !isInt64(text)) return { metadata };
  const count = Number(text);
  return {
    metadata: Object.keys(kept).length === 0 ? others : { ...others, annotations: kept },
    count: Number.isSafeInteger(count) ? count : BigInt(text),
  };
}

/** In the one spelling that writing gives, so that nothing else is taken for a number. */
function isInt64(text: string): boolean {
  return /^(0|-?[1-9]\d{0,18})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}
