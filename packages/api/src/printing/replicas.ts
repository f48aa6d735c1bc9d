/** Columns of workload kinds with replicas. */
import type { Column } from '@keelson/schema';

interface Replicated {
  readonly spec: { readonly replicas?: number };
  readonly status: { readonly replicas: number; readonly readyReplicas?: number };
}

export const replicaColumns: readonly Column<Replicated>[] = [
  { name: 'Desired', type: 'integer', about: 'Number of pods wanted.', cell: ({ spec }) => spec.replicas ?? 0 },
  { name: 'Current', type: 'integer', about: 'Number of pods that exist.', cell: ({ status }) => status.replicas },
  {
    name: 'Ready',
    type: 'integer',
    about: 'Number of pods that are ready.',
    cell: ({ status }) => status.readyReplicas ?? 0,
  },
];
