/** Resource declaration of IngressClass in networking.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { ingressClassColumns } from './ingress-class.columns.ts';
import { ingressClassHooks, ingressClassRules } from './ingress-class.rules.ts';
import { IngressClass, IngressClassList } from './ingress-class.ts';

export const ingressClasses = resource({
  group: 'networking.{domain}',
  version: 'v1',
  kind: 'IngressClass',
  plural: 'ingressclasses',
  singular: 'ingressclass',
  scope: 'Cluster',
  verbs: allVerbs,
  actsAtOnce: true,
  message: IngressClass,
  list: IngressClassList,
  storage: { kind: 'stored', group: 'networking.{domain}', version: 'v1', prefix: 'ingressclasses' },
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  columns: ingressClassColumns,
  metadataChecks: { ofUpdate: ['changed', 'whole'] },
  hooks: ingressClassHooks,
  rules: ingressClassRules,
  about: 'Names an ingress controller that Ingress objects can choose.',
});
