/** A refusal for the reason that the namespace is terminating: the object would go with it. */
import type { ClientRefusal } from '../client/controller-client.ts';

export function isNamespaceEnding({ status }: ClientRefusal): boolean {
  return status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true;
}
