/** Defaults of daemon sets. */

/** Counts the changes of the template; a field in versions long gone, of which the annotation is left. */
export const templateGeneration = 'deprecated.daemonset.template.generation';

interface DaemonSet {
  readonly metadata: { annotations?: Readonly<Record<string, string>> };
}

/** The annotation stands for a number, which has a value before it is counted: its author manages it. */
export function completeDaemonSet({ metadata }: DaemonSet): void {
  if (metadata.annotations?.[templateGeneration] !== undefined) return;
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: '0' };
}
