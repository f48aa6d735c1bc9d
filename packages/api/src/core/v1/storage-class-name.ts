/** The storage class of a volume or claim; an annotation from before there was a field for it comes first. */
export const storageClassAnnotation = 'volume.beta.kubernetes.io/storage-class';

interface Classed {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: { readonly storageClassName?: string };
}

export function storageClassNameOf({ metadata, spec }: Classed): string {
  return metadata.annotations?.[storageClassAnnotation] ?? spec.storageClassName ?? '';
}
