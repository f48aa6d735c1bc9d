/** Resource declaration of Pod in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { Eviction } from '../../subresources/eviction.ts';
import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { bindPod, checkBinding } from './bind-pod.ts';
import { Binding } from './binding.ts';
import { locateAttach, locateExec, locateLog, locatePod, locatePortForward } from './connect-pod.ts';
import { prepareForEphemeralContainers, validateEphemeralContainersUpdate } from './ephemeral-containers.rules.ts';
import { PodAttachOptions } from './pod-attach-options.ts';
import { podBudgets } from './pod-budgets.ts';
import { PodExecOptions } from './pod-exec-options.ts';
import { PodLogOptions } from './pod-log-options.ts';
import { PodPortForwardOptions } from './pod-port-forward-options.ts';
import { PodProxyOptions } from './pod-proxy-options.ts';
import { podColumns, podRowConditions } from './pod.columns.ts';
import { graceOfPod } from './pod-grace.ts';
import { podQuota } from './pod.quota.ts';
import { podHooks, podRules } from './pod.rules.ts';
import { Pod, PodList } from './pod.ts';

export const pods = resource({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  singular: 'pod',
  shortNames: ['po'],
  categories: ['all'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: Pod,
  list: PodList,
  subresources: {
    attach: {
      kind: 'proxy',
      verbs: ['create', 'get'],
      servedAs: { group: '', version: 'v1', kind: 'PodAttachOptions', message: PodAttachOptions },
      leadsTo: { kind: 'stream', locate: locateAttach },
    },
    binding: {
      kind: 'action',
      verbs: ['create'],
      servedAs: { group: '', version: 'v1', kind: 'Binding', message: Binding },
      check: checkBinding,
      perform: bindPod,
    },
    ephemeralcontainers: {
      kind: 'part',
      verbs: ['get', 'patch', 'update'],
      writes: ['spec.ephemeralContainers'],
      prepareForUpdate: prepareForEphemeralContainers,
      validateUpdate: validateEphemeralContainersUpdate,
    },
    eviction: {
      kind: 'eviction',
      verbs: ['create'],
      servedAs: { group: 'policy', version: 'v1', kind: 'Eviction', message: Eviction, alsoIn: ['v1beta1'] },
      deleteOptionsOf: (eviction: Eviction) => eviction.deleteOptions,
      budgets: podBudgets,
    },
    exec: {
      kind: 'proxy',
      verbs: ['create', 'get'],
      servedAs: { group: '', version: 'v1', kind: 'PodExecOptions', message: PodExecOptions },
      leadsTo: { kind: 'stream', locate: locateExec },
    },
    log: {
      kind: 'proxy',
      verbs: ['get'],
      options: { group: '', version: 'v1', kind: 'PodLogOptions', message: PodLogOptions },
      leadsTo: {
        kind: 'text',
        locate: locateLog,
        skipsVerification: ({ insecureSkipTLSVerifyBackend }: PodLogOptions) => insecureSkipTLSVerifyBackend === true,
      },
    },
    portforward: {
      kind: 'proxy',
      verbs: ['create', 'get'],
      servedAs: { group: '', version: 'v1', kind: 'PodPortForwardOptions', message: PodPortForwardOptions },
      leadsTo: { kind: 'stream', locate: locatePortForward },
    },
    proxy: {
      kind: 'proxy',
      verbs: ['create', 'delete', 'get', 'patch', 'update'],
      servedAs: { group: '', version: 'v1', kind: 'PodProxyOptions', message: PodProxyOptions },
      takesPath: true,
      leadsTo: { kind: 'object', locate: locatePod },
    },
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'pods' },
  fieldSelectors: {
    // The older name of spec.nodeName.
    'spec.host': (pod) => pod.spec.nodeName ?? '',
    'spec.nodeName': (pod) => pod.spec.nodeName ?? '',
    'spec.restartPolicy': (pod) => pod.spec.restartPolicy ?? '',
    'spec.schedulerName': (pod) => pod.spec.schedulerName ?? '',
    'spec.serviceAccountName': (pod) => pod.spec.serviceAccountName ?? '',
    'status.phase': (pod) => pod.status.phase ?? '',
    'status.podIP': (pod) => pod.status.podIP ?? '',
    // Accepted, though no pod has a value for it.
    'status.podIPs': () => '',
    'status.nominatedNodeName': (pod) => pod.status.nominatedNodeName ?? '',
  },
  allowsUnconditionalUpdate: true,
  returnsDeletedObject: true,
  actsAtOnce: true,
  purpose: { kind: 'boundObject', claim: 'pod', isTold: true, accountOf: ({ spec }) => spec.serviceAccountName ?? '' },
  deletion: { kind: 'graceful', secondsOf: graceOfPod },
  columns: podColumns,
  rowConditions: podRowConditions,
  metadataChecks: { ofUpdate: ['changed', 'whole'] },
  quota: podQuota,
  hooks: podHooks,
  rules: podRules,
  about: 'A group of containers that run together on one node and share network and volumes.',
});
