/**
 * Values that are worked out of a pair of declarations: that of an object's bytes and that of the requested version.
 * They are found by the identity of both, never by a name, and go with either of them.
 */
import type { Form } from '@keelson/registry';
import type { Resource } from '@keelson/schema';

/** `make` is called once for each pair. Two look-ups, and no allocation, for a pair that is known. */
export function createPerDeclaration<T extends object>(make: () => T): (form: Form, wanted: Resource) => T {
  const byForm = new WeakMap<object, WeakMap<Resource, T>>();
  return (form, wanted) => {
    // Forms of stored objects may be made anew; their declaration is not.
    const source = form.resource ?? form;
    let byWanted = byForm.get(source);
    if (byWanted === undefined) byForm.set(source, (byWanted = new WeakMap()));
    let found = byWanted.get(wanted);
    if (found === undefined) byWanted.set(wanted, (found = make()));
    return found;
  };
}
