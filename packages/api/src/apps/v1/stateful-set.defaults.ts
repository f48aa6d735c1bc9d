/** Defaults of stateful sets. */
interface StatefulSetSpec {
  volumeClaimTemplates?: { kind?: string; apiVersion?: string }[];
}

/** Claims made from the templates are objects of their own, so each says what it is. */
export function nameClaimTemplates({ volumeClaimTemplates = [] }: StatefulSetSpec): void {
  for (const claim of volumeClaimTemplates) {
    claim.kind = 'PersistentVolumeClaim';
    claim.apiVersion = 'v1';
  }
}
