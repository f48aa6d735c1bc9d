/** Watches that end by themselves. */

/** A busy machine may not send within a second what is there already. */
const tries = [1, 5, 30, 60];

/** The answer to the first watch that shows all it is to show, each longer than the one before; else to the last. */
export async function watchWhole<T>(
  watch: (timeoutSeconds: number) => Promise<T>,
  isWhole: (answer: T) => boolean,
): Promise<T> {
  const [first = 1, ...longer] = tries;
  let answer = await watch(first);
  for (const timeoutSeconds of longer) {
    if (isWhole(answer)) break;
    answer = await watch(timeoutSeconds);
  }
  return answer;
}
