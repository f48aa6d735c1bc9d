/**
 * Hooks of kinds with a status subresource: a write of the object keeps the old status, a write of the status keeps the
 * old spec. The object then shares that part with the old one; neither may be changed in place.
 */
import { decodeJson, type Message, type TypeOf } from '@keelson/schema';

interface Parts<Status> {
  spec: unknown;
  status: Status;
}

export interface StatusHooks<Status> {
  prepareForCreate(object: Parts<Status>): void;
  prepareForUpdate(object: Parts<Status>, old: Parts<Status>): void;
  prepareForStatusUpdate(object: Parts<Status>, old: Parts<Status>): void;
}

export function statusHooks<M extends Message>(status: M): StatusHooks<TypeOf<M>> {
  return {
    prepareForCreate(object) {
      object.status = emptyObject(status);
    },
    prepareForUpdate(object, old) {
      object.status = old.status;
    },
    prepareForStatusUpdate(object, old) {
      object.spec = old.spec;
    },
  };
}

/** The message with nothing given. */
export function emptyObject<M extends Message>(message: M): TypeOf<M> {
  const decoded = decodeJson(message, {});
  if (!decoded.ok) throw new Error(decoded.message);
  return decoded.object;
}
