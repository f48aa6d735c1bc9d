/** Secrets that hold the token of a service account: the annotations that name it. */
import type { Secret } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';

export type CachedTokenSecret = CachedObject<Secret>;

export const accountNameAnnotation = 'kubernetes.io/service-account.name';
export const accountUidAnnotation = 'kubernetes.io/service-account.uid';

export const tokenType = 'kubernetes.io/service-account-token';

/** Empty where a Secret names no account. */
export function accountNameOf({ head }: CachedTokenSecret): string {
  return annotationOf(head.annotations, accountNameAnnotation);
}

/** Empty where any account of the name is meant. */
export function accountUidOf({ head }: CachedTokenSecret): string {
  return annotationOf(head.annotations, accountUidAnnotation);
}

export function isTokenSecret({ decoded }: CachedTokenSecret): boolean {
  return decoded.ok && decoded.object.type === tokenType;
}

function annotationOf(annotations: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(annotations, name) ? (annotations[name] ?? '') : '';
}
