/**
 * An object under review, in the versions that webhooks ask for. Each version is printed once, whatever the number of
 * webhooks, until a patch changes the object.
 */
import type { AdmissionObject, ObjectForm } from '@keelson/admission';
import { convertObjects, decodeJson, encodeJson, parseJson } from '@keelson/schema';
import type { Scheme, TypeMeta } from '@keelson/schema';
import { when, type MaybePromise } from '@keelson/telemetry';

export type PrintedObject =
  { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly message: string };

export type ConvertedForm =
  { readonly ok: true; readonly object: AdmissionObject } | { readonly ok: false; readonly message: string };

export class ReviewedObject {
  readonly #scheme: Scheme;
  /** The form of the object, into which patches are converted back. */
  readonly form: ObjectForm;
  #object: AdmissionObject;
  #printed = new Map<object, Uint8Array>();

  /** `bytes` is the JSON of the object, where it is at hand. Both are shared: nothing is changed. */
  constructor(scheme: Scheme, object: AdmissionObject, form: ObjectForm, bytes?: Uint8Array) {
    this.#scheme = scheme;
    this.#object = object;
    this.form = form;
    if (bytes !== undefined) this.#printed.set(keyOf(form), bytes);
  }

  get object(): AdmissionObject {
    return this.#object;
  }

  /** A patched object, in the form of this one, and its JSON in the version in which it was patched. */
  replace(object: AdmissionObject, wanted: ObjectForm, bytes: Uint8Array): void {
    this.#object = object;
    this.#printed = new Map([[keyOf(wanted), bytes]]);
  }

  bytesIn(wanted: ObjectForm): MaybePromise<PrintedObject> {
    const known = this.#printed.get(keyOf(wanted));
    if (known !== undefined) return { ok: true, bytes: known };
    if (isSameForm(wanted, this.form)) return this.#keep(wanted, this.#object);
    return when(this.#convertTo(wanted), (converted) =>
      converted.ok ? this.#keep(wanted, converted.object) : converted,
    );
  }

  #keep(form: ObjectForm, object: object): PrintedObject {
    const bytes = Buffer.from(encodeJson(form.message, object), 'utf8');
    this.#printed.set(keyOf(form), bytes);
    return { ok: true, bytes };
  }

  /** Conversion takes over what it is given, so it is given a copy, made of the JSON. */
  #convertTo(wanted: ObjectForm): MaybePromise<ConvertedForm> {
    const own = encodeJson(this.form.message, this.#object);
    const parsed = parseJson(own, { maxDepth: Infinity });
    const decoded = parsed.ok ? decodeJson(this.form.message, parsed.value) : parsed;
    if (!decoded.ok) throw new Error(`a printed ${this.form.kind} cannot be read: ${decoded.message}`);
    return convertForm(this.#scheme, decoded.object as AdmissionObject, this.form, wanted);
  }
}

/** Takes over the object. */
export function convertForm(
  scheme: Scheme,
  object: AdmissionObject,
  from: ObjectForm,
  to: ObjectForm,
): MaybePromise<ConvertedForm> {
  if (isSameForm(from, to)) return { ok: true, object };
  const [source, target] = [from.resource, to.resource];
  if (source === undefined || target === undefined) {
    return { ok: false, message: `unable to convert ${from.kind} to ${to.kind}` };
  }
  return when(
    convertObjects(scheme, [object as TypeMeta], { from: source, to: target }),
    (converted): ConvertedForm => {
      if (!converted.ok) return converted;
      return { ok: true, object: converted.objects[0] as AdmissionObject };
    },
  );
}

/** A resource has messages of its own for each version; where versions share one, the resource tells them apart. */
function keyOf({ resource, message }: ObjectForm): object {
  return resource ?? message;
}

function isSameForm(a: ObjectForm, b: ObjectForm): boolean {
  return a === b || (a.resource === b.resource && a.message === b.message);
}
