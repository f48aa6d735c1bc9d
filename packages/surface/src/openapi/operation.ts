/** Operations of the API as both dialects of OpenAPI are written from. */
import type { GroupVersionKind, Message } from '@keelson/schema';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly type: 'string' | 'integer' | 'boolean';
  readonly about: string;
}

export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

export interface OperationResponse {
  readonly code: '200' | '201' | '202' | '401';
  readonly message?: Message;
}

export interface Operation {
  readonly method: Method;
  readonly id: string;
  readonly tag: string;
  readonly about: string;
  /** The value of `x-kubernetes-action`, for operations on resources. */
  readonly action?: string;
  readonly kind?: GroupVersionKind;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly message?: Message; readonly isRequired: boolean };
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly responses: readonly OperationResponse[];
}

export interface PathItem {
  readonly path: string;
  /** Of all operations of the path. */
  readonly parameters: readonly Parameter[];
  readonly operations: readonly Operation[];
}

export const responseTexts: Readonly<Record<OperationResponse['code'], string>> = {
  '200': 'OK',
  '201': 'Created',
  '202': 'Accepted',
  '401': 'Unauthorized',
};

/** All that the operations of some paths speak of. */
export function messagesOf(items: Iterable<PathItem>): Set<Message> {
  const messages = new Set<Message>();
  for (const { operations } of items) {
    for (const { body, responses } of operations) {
      if (body?.message !== undefined) messages.add(body.message);
      for (const { message } of responses) if (message !== undefined) messages.add(message);
    }
  }
  return messages;
}
