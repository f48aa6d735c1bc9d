/** Resource declaration of Namespace in v1. */
import { labelName } from '@keelson/meta';
import { resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { Namespace, NamespaceList } from './namespace.ts';
import { namespaceColumns } from './namespace.columns.ts';
import { validateFinalization } from './namespace-finalizers.rules.ts';
import { reportProgress } from './namespace-conditions.ts';
import { contentFinalizer, namespaceHooks, namespaceRules } from './namespace.rules.ts';

export const namespaces = resource({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  singular: 'namespace',
  shortNames: ['ns'],
  scope: 'Cluster',
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  actsAtOnce: true,
  message: Namespace,
  list: NamespaceList,
  subresources: {
    finalize: {
      kind: 'part',
      verbs: ['update'],
      writes: ['spec.finalizers'],
      validateUpdate: validateFinalization,
    },
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'namespaces' },
  fieldSelectors: {
    'status.phase': (namespace) => namespace.status.phase ?? '',
  },
  allowsUnconditionalUpdate: true,
  purpose: { kind: 'namespace' },
  deletion: {
    kind: 'twoPhase',
    canStandIn: true,
    mark: (namespace) => {
      namespace.status.phase = 'Terminating';
    },
    isHeld: ({ spec }) => (spec.finalizers ?? []).length > 0,
    release: ({ spec }) => {
      spec.finalizers = (spec.finalizers ?? []).filter((finalizer) => finalizer !== contentFinalizer);
    },
    report: reportProgress,
  },
  columns: namespaceColumns,
  metadataChecks: { ofUpdate: ['whole', 'changed'] },
  nameRule: labelName,
  hooks: namespaceHooks,
  rules: namespaceRules,
  about: 'A space for names that separates objects and can be given limits.',
});
