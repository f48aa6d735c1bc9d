/** The columns that autoscalers of all versions have. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../printing/columns.ts';
import { printTargets, type Target } from './targets.printing.ts';

interface Autoscaler {
  readonly metadata: { readonly name?: string; readonly creationTimestamp: string | null };
  readonly spec: {
    readonly scaleTargetRef: { readonly kind: string; readonly name: string };
    readonly minReplicas?: number;
    readonly maxReplicas: number;
  };
  readonly status: { readonly currentReplicas?: number };
}

export function autoscalerColumns<T extends Autoscaler>(targetsOf: (object: T) => readonly Target[]): Column<T>[] {
  return [
    nameColumn,
    {
      name: 'Reference',
      type: 'string',
      about: 'What it scales.',
      cell: ({ spec }) => `${spec.scaleTargetRef.kind}/${spec.scaleTargetRef.name}`,
    },
    {
      name: 'Targets',
      type: 'string',
      about: 'Each metric as it is and as it should be.',
      cell: (object) => printTargets(targetsOf(object)),
    },
    {
      name: 'MinPods',
      type: 'string',
      about: 'Lower limit of replicas.',
      cell: ({ spec }) => (spec.minReplicas === undefined ? '<unset>' : String(spec.minReplicas)),
    },
    { name: 'MaxPods', type: 'string', about: 'Upper limit of replicas.', cell: ({ spec }) => spec.maxReplicas },
    {
      name: 'Replicas',
      type: 'string',
      about: 'Replica count last seen.',
      cell: ({ status }) => status.currentReplicas ?? 0,
    },
    ageColumn,
  ];
}
