/** PodTemplate: a stored template for pods. */
import { field, kind, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { PodTemplateSpec } from './pod-template-spec.ts';

export const PodTemplate = kind(
  'io.k8s.api.core.v1.PodTemplate',
  {
    metadata,
    template: field(2, PodTemplateSpec, { about: 'Blueprint of the pods made from it.' }),
  },
  { about: 'A stored blueprint for pods.' },
);
export type PodTemplate = TypeOf<typeof PodTemplate>;

export const PodTemplateList = listOf(PodTemplate);
export type PodTemplateList = TypeOf<typeof PodTemplateList>;
