/** A client whose requests for some kinds are those of another client. */
import type { RequestTarget } from '@keelson/meta';

import type { ControllerClient } from './controller-client.ts';

/** `clientOf` returns the client of the kind that a request is for. */
export function routeClient(clientOf: (target: RequestTarget) => ControllerClient): ControllerClient {
  return {
    get: (target) => clientOf(target).get(target),
    create: (target, object) => clientOf(target).create(target, object),
    update: (target, object) => clientOf(target).update(target, object),
    patch: (target, kind, patch) => clientOf(target).patch(target, kind, patch),
    apply: (target, object, fieldManager) => clientOf(target).apply(target, object, fieldManager),
    delete: (target, wish) => clientOf(target).delete(target, wish),
  };
}
