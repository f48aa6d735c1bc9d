/** Connections: where a subresource that is proxied leads to, and how the server behind it is found. */

/** A request to the agent of a node, such as a kubelet. */
export interface AgentRequest {
  readonly node: string;
  readonly path: string;
  /** Names and values, in the order in which they are sent. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** The address at which an object listens. */
export interface ObjectAddress {
  /** Empty where none is known. */
  readonly host: string;
  /** Empty for that of the scheme. */
  readonly port: string;
}

/** The reason that no connection is possible: invalid options, or an object that cannot be connected to. */
export interface ConnectionFault {
  readonly reason: 'malformed';
  readonly message: string;
}

export type Located<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: ConnectionFault };

/** To the agent of the object's node, in another protocol than HTTP. */
interface StreamRoute {
  readonly kind: 'stream';
  readonly locate: (object: never, options: never) => Located<AgentRequest>;
}

/** A text that the agent of the object's node sends, as a plain get. `undefined` where the object has no node yet. */
interface TextRoute {
  readonly kind: 'text';
  readonly locate: (object: never, options: never) => Located<AgentRequest | undefined>;
  /** True if the certificate of the agent is not verified. */
  readonly skipsVerification: (options: never) => boolean;
}

/** To the object itself. `port`: the one that is asked for, empty for the object's own. */
interface ObjectRoute {
  readonly kind: 'object';
  readonly locate: (object: never, port: string) => ObjectAddress;
}

/** To one of the ready addresses that are recorded under the object's name. */
interface EndpointsRoute {
  readonly kind: 'endpoints';
}

/** To the agent of the node that the object is, or to another port of its machine. */
interface AgentRoute {
  readonly kind: 'agent';
}

export type ConnectionRoute = StreamRoute | TextRoute | ObjectRoute | EndpointsRoute | AgentRoute;
