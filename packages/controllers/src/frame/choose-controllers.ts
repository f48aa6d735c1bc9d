/** The list of `--controllers`, read as kube-controller-manager reads it. */

/**
 * A name turns a controller on, a name after a dash off, and `*` all that are not named and not off by default; the
 * first mention counts. An empty list turns all off, as does `-*`, which kube-controller-manager does not know.
 */
export function chooseControllers<Name extends string>(
  known: readonly Name[],
  words: readonly string[],
  offByDefault: ReadonlySet<string> = new Set(),
): Name[] {
  return known.filter((name) => {
    const mention = words.find((word) => word === name || word === `-${name}`);
    return mention === undefined ? words.includes('*') && !offByDefault.has(name) : mention === name;
  });
}

/** The first word that names no controller. */
export function findUnknownController(known: readonly string[], words: readonly string[]): string | undefined {
  return words.find((word) => !/^-?[*]$/.test(word) && !known.includes(word.replace(/^-/, '')));
}
