/** The flags of `keelson serve` about the servers that it calls. */
import type { Flag } from './flag.ts';

const group = 'Other servers';

export const calloutFlags = {
  'enable-aggregator-routing': {
    kind: 'switch',
    group,
    default: false,
    about:
      'send requests for Services (of webhooks and aggregated APIs) to their endpoints, where cluster addresses cannot be reached from here',
  },
  'admission-control-config-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about:
      'an AdmissionConfiguration: the kubeconfigs with the credentials that admission webhooks are shown, and the resources that may not be used without a ResourceQuota',
  },
  'proxy-client-cert-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about:
      'the client certificate by which aggregated API servers know us as a proxy of users (default: one of our own making); read anew when it changes',
  },
  'kubelet-certificate-authority': {
    kind: 'text',
    group,
    value: 'FILE',
    about:
      'the authority of the certificates of kubelets, which are not verified without it; read anew when it changes',
  },
  'kubelet-client-certificate': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'the client certificate by which kubelets know this server; read anew when it changes',
  },
  'kubelet-client-key': { kind: 'text', group, value: 'FILE', about: 'the key of --kubelet-client-certificate' },
  'kubelet-preferred-address-types': {
    kind: 'list',
    group,
    value: 'TYPES',
    default: ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'],
    defaultText: 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP',
    about: 'which address of a node its kubelet is asked at; the first that the node has counts',
  },
  'proxy-client-key-file': { kind: 'text', group, value: 'FILE', about: 'the key of --proxy-client-cert-file' },
} as const satisfies Readonly<Record<string, Flag>>;
