/** The pods that a controller makes. */
import { field, message, type TypeOf } from '@keelson/schema';

import { ObjectMeta } from '../../meta/v1/object-meta.ts';
import { appArmorGate } from './app-armor-annotations.ts';
import { PodSpec } from './pod-spec.ts';

const podTemplateSpec = message(
  'io.k8s.api.core.v1.PodTemplateSpec',
  {
    metadata: field(1, ObjectMeta, {
      about: 'Metadata for the new pods, labels above all.',
      ...appArmorGate,
    }),
    spec: field(2, PodSpec, { about: 'How the new pods are to run.' }),
  },
  { about: 'The blueprint a controller makes pods from.' },
);
type Declared = typeof podTemplateSpec;

// An interface keeps its name in emitted declarations; a type alias would be spelled out in every message that uses it.
export interface PodTemplateSpecMessage extends Declared {}
export const PodTemplateSpec: PodTemplateSpecMessage = podTemplateSpec;
export type PodTemplateSpec = TypeOf<typeof PodTemplateSpec>;
