/** The names that `--controllers` takes: those of kube-controller-manager. */
import { allControllers, chooseControllers, findUnknownController } from '@keelson/controllers';

import { UsageError } from '../terminal.ts';

const names: readonly string[] = allControllers.map(({ name }) => name);

/** Off by default, as in kube-controller-manager. */
const offByDefault: ReadonlySet<string> = new Set(
  allControllers.flatMap(({ name, isOffByDefault }) => (isOffByDefault === true ? [name] : [])),
);

/** Controllers of kube-controller-manager that are missing here: `-NAME` is accepted for them. */
const namesOfOthers: readonly string[] = [
  ...['attachdetach', 'cloud-node-lifecycle', 'ephemeral-volume', 'horizontalpodautoscaling', 'nodeipam'],
  ...['nodelifecycle', 'persistentvolume-binder', 'persistentvolume-expander', 'route', 'service', 'ttl'],
];
const leftOut: ReadonlySet<string> = new Set(namesOfOthers.map((name) => `-${name}`));

export function describeControllerNames(): string {
  return names.map((name) => (offByDefault.has(name) ? `${name} (off by default)` : name)).join(', ');
}

/** Throws a UsageError for a word that names no controller of this server. */
export function chosenNames(words: readonly string[]): readonly string[] {
  const known = words.filter((word) => !leftOut.has(word));
  const unknown = findUnknownController(names, known);
  if (unknown === undefined) return chooseControllers(names, words, offByDefault);
  const fault = namesOfOthers.includes(unknown)
    ? ': kube-controller-manager has it, this server has not; leave it out'
    : ` is none; there are ${names.join(', ')}`;
  throw new UsageError(`--controllers "${unknown}"${fault}`);
}
