/** Defaults of CSIDrivers. */
export function defaultLifecycleModes(spec: { volumeLifecycleModes?: string[] }): void {
  if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent'];
}
