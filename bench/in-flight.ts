/** Makes so many calls, with so many under way at a time. */
export async function inFlight(
  atOnce: number,
  calls: number,
  call: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < calls) await call(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
