/** The messages around objects on the wire and in the store: the envelope behind the magic bytes, and watch events. */
import type { PlainFields } from './plain-fields.ts';

const runtime = 'io.k8s.apimachinery.pkg.runtime';
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

export const runtimeMessages: Readonly<Record<string, PlainFields>> = {
  [`${runtime}.TypeMeta`]: {
    apiVersion: { number: 1, type: 'string' },
    kind: { number: 2, type: 'string' },
  },
  [`${runtime}.Unknown`]: {
    typeMeta: { number: 1, type: `.${runtime}.TypeMeta` },
    raw: { number: 2, type: 'bytes' },
    contentEncoding: { number: 3, type: 'string' },
    contentType: { number: 4, type: 'string' },
  },
  [`${runtime}.RawExtension`]: { raw: { number: 1, type: 'bytes' } },
  [`${meta}.WatchEvent`]: {
    type: { number: 1, type: 'string' },
    object: { number: 2, type: `.${runtime}.RawExtension` },
  },
};
