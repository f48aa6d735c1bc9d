/** The authentication flags of `keelson serve`. */
import type { Flag } from './flag.ts';

const group = 'Callers';
const accounts = 'Service accounts';
const oidc = 'OpenID Connect';
const minuteMs = 60_000;

export const callerFlags = {
  'client-ca-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about:
      'the authority that client certificates are verified against, beside the one we make; read anew when it changes',
  },
  'client-crl-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'revocation lists of these authorities; read anew when it changes, and effective at once',
  },
  'token-auth-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'static tokens: lines of token,user,uid,"group1,group2"; read anew when it changes',
  },
  'anonymous-auth': {
    kind: 'switch',
    group,
    default: true,
    about: 'let callers without credentials ask as system:anonymous, who may see health only',
  },
  'requestheader-client-ca-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'the authority of proxies that say in headers who they ask for; without it such headers do not count',
  },
  'requestheader-allowed-names': {
    kind: 'list',
    group,
    value: 'NAMES',
    default: [],
    defaultText: 'any that the authority vouches for',
    about: 'common names that the certificates of such proxies may have',
  },
  'requestheader-username-headers': {
    kind: 'list',
    group,
    value: 'HEADERS',
    default: ['X-Remote-User'],
    defaultText: 'X-Remote-User',
    about: 'where proxies say who it is; the first that is there counts',
  },
  'requestheader-group-headers': {
    kind: 'list',
    group,
    value: 'HEADERS',
    default: ['X-Remote-Group'],
    defaultText: 'X-Remote-Group',
    about: 'where they say which groups',
  },
  'requestheader-extra-headers-prefix': {
    kind: 'list',
    group,
    value: 'PREFIXES',
    default: ['X-Remote-Extra-'],
    defaultText: 'X-Remote-Extra-',
    about: 'what headers with more about the user begin with',
  },
  'service-account-issuer': {
    kind: 'list',
    group: accounts,
    value: 'URLS',
    default: ['https://kubernetes.default.svc'],
    defaultText: 'https://kubernetes.default.svc',
    about: 'who issues tokens: the first one is put into them, all are accepted',
  },
  'api-audiences': {
    kind: 'list',
    group: accounts,
    value: 'NAMES',
    default: [],
    defaultText: 'the first issuer',
    about: 'whom tokens have to be for to be good here',
  },
  'service-account-signing-key-file': {
    kind: 'text',
    group: accounts,
    value: 'FILE',
    about:
      'the private key that signs tokens, RSA or ECDSA (default: one that is made once in the data directory); replicas need the same one',
  },
  'service-account-key-file': {
    kind: 'list',
    group: accounts,
    value: 'FILES',
    default: [],
    defaultText: 'the signing key',
    about: 'more keys that verify tokens, public or private; read anew when they change',
  },
  'service-account-max-token-expiration': {
    kind: 'duration',
    group: accounts,
    default: 0,
    defaultText: 'no limit',
    about: 'how long a token lasts at most, whatever is asked for',
  },
  'service-account-jwks-uri': {
    kind: 'text',
    group: accounts,
    value: 'URL',
    about: 'where others find the keys that verify tokens (default: /openid/v1/jwks here)',
  },
  'enable-bootstrap-token-auth': {
    kind: 'switch',
    group,
    default: false,
    about: 'accept the tokens in secrets of the type bootstrap.kubernetes.io/token in kube-system',
  },
  'authentication-token-webhook-config-file': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'a kubeconfig that says which server reviews the tokens that nobody here knows',
  },
  'authentication-token-webhook-version': {
    kind: 'text',
    group,
    value: 'VERSION',
    default: 'v1beta1',
    oneOf: ['v1beta1', 'v1'],
    about: 'the version of the TokenReviews it is sent: v1beta1 or v1',
  },
  'authentication-token-webhook-cache-ttl': {
    kind: 'duration',
    group,
    default: 2 * minuteMs,
    about: 'how long its answers count',
  },
  'oidc-issuer-url': {
    kind: 'text',
    group: oidc,
    value: 'URL',
    about: 'the provider whose tokens are accepted; HTTPS only',
  },
  'oidc-client-id': { kind: 'text', group: oidc, value: 'ID', about: 'whom its tokens have to be for' },
  'oidc-ca-file': {
    kind: 'text',
    group: oidc,
    value: 'FILE',
    about: "the authority that the provider is verified against (default: the system's)",
  },
  'oidc-signing-algs': {
    kind: 'list',
    group: oidc,
    value: 'ALGS',
    default: ['RS256'],
    defaultText: 'RS256',
    oneOf: ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'],
    about: 'how its tokens may be signed',
  },
  'oidc-username-claim': {
    kind: 'text',
    group: oidc,
    value: 'CLAIM',
    default: 'sub',
    about: 'the claim that names the user',
  },
  'oidc-username-prefix': {
    kind: 'text',
    group: oidc,
    value: 'PREFIX',
    about: 'what is put before that name (default: the issuer and #, nothing for the claim email); - for nothing',
  },
  'oidc-groups-claim': { kind: 'text', group: oidc, value: 'CLAIM', about: 'the claim that names the groups' },
  'oidc-groups-prefix': {
    kind: 'text',
    group: oidc,
    value: 'PREFIX',
    default: '',
    about: 'what is put before these names',
  },
  'oidc-required-claim': {
    kind: 'settings',
    group: oidc,
    value: 'CLAIM=VALUE',
    default: new Map(),
    defaultText: 'none',
    about: 'what a token has to say besides',
  },
} as const satisfies Readonly<Record<string, Flag>>;
