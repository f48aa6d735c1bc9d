/** The server's own use of the objects of a resource. Most it only keeps. */

/** The namespaces of all other objects. */
interface NamespacePurpose {
  readonly kind: 'namespace';
}

/** Accounts that tokens are issued for. */
interface ServiceAccountPurpose {
  readonly kind: 'serviceAccount';
}

/** Rules that grant permissions, and their assignment to subjects. */
interface AccessPurpose {
  readonly kind: 'role' | 'roleBinding';
}

/** Key-value data in a namespace, in which clients find the certificate authority of this server. */
interface AuthorityBundlePurpose {
  readonly kind: 'authorityBundle';
}

/** Definitions of resources that are served beside the built-in ones. */
interface CustomResourceDefinitionPurpose {
  readonly kind: 'customResourceDefinition';
}

/** Registrations of group versions, with the server that answers for each. */
interface ApiServicePurpose {
  readonly kind: 'apiService';
}

/** Names and addresses of other servers, and the ready addresses behind them. */
interface ServicePurpose {
  readonly kind: 'service' | 'endpoints';
}

/** Machines, each with an agent that runs containers and answers for them. */
interface NodePurpose {
  readonly kind: 'node';
}

/** Configurations of admission webhooks, about which no webhook is asked: it could lock itself in. */
interface WebhooksPurpose {
  readonly kind: 'mutatingWebhooks' | 'validatingWebhooks';
}

/** Which requests are in which flow, and how much each priority level of them is served at a time. */
interface FlowControlPurpose {
  readonly kind: 'flowSchema' | 'priorityLevel';
}

/** Reports of requests for deprecated versions, which the server writes itself and no webhook is asked about. */
interface DeprecatedRequestPurpose {
  readonly kind: 'deprecatedRequest';
}

/** Objects that a token may be bound to: the token becomes invalid when its object is deleted. */
export interface BoundObjectPurpose<T = never> {
  readonly kind: 'boundObject';
  /** The name of the object's entry in the claims of a token. */
  readonly claim: string;
  /** Users authenticated by such a token carry the object's name and uid in their extra. */
  readonly isTold?: boolean;
  /** The account whose tokens alone may be bound to an object; any of its namespace when absent. */
  readonly accountOf?: (object: T) => string;
  /** Some of these objects hold the bootstrap tokens by which nodes join. */
  readonly holdsBootstrapTokens?: boolean;
  /** The key of `data` under which some of these objects keep a token that is good for as long as they have it. */
  readonly tokenKey?: string;
}

export type Purpose<T = never> =
  | NamespacePurpose
  | ServiceAccountPurpose
  | AccessPurpose
  | AuthorityBundlePurpose
  | CustomResourceDefinitionPurpose
  | ApiServicePurpose
  | ServicePurpose
  | NodePurpose
  | WebhooksPurpose
  | FlowControlPurpose
  | DeprecatedRequestPurpose
  | BoundObjectPurpose<T>;
