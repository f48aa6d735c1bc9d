/** The request as authorization and audit describe it: all text, empty where there is none. */

/** The object or collection of a request. */
export interface ObjectRef {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

export interface ResourceRequestAttributes extends ObjectRef {
  readonly kind: 'resource';
  readonly verb: string;
}

/** Of a path that is no resource. */
export interface PathRequestAttributes {
  readonly kind: 'path';
  readonly verb: string;
  readonly path: string;
}

export type RequestAttributes = ResourceRequestAttributes | PathRequestAttributes;
