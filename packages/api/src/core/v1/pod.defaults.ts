/** Defaults of pods that pod templates do not get. */

interface Resources {
  readonly limits?: Readonly<Record<string, string>>;
  requests?: Record<string, string>;
}

interface Container {
  readonly resources: Resources;
}

interface Pod {
  readonly spec: {
    readonly containers: readonly Container[] | null;
    readonly initContainers?: readonly Container[];
    enableServiceLinks?: boolean;
  };
}

export function defaultPod({ spec }: Pod): void {
  spec.enableServiceLinks ??= true;
  for (const { resources } of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    if (resources.limits === undefined) continue;
    // Requests default to limits, for every resource name; explicit requests win.
    resources.requests = { ...resources.limits, ...resources.requests };
  }
}
