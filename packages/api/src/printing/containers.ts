/** Prints the containers of a pod or pod template as lists. */
interface Named {
  readonly name?: string;
  readonly image?: string;
}

export function printContainerNames(containers: readonly Named[] | null | undefined): string {
  return (containers ?? []).map(({ name = '' }) => name).join(',');
}

export function printContainerImages(containers: readonly Named[] | null | undefined): string {
  return (containers ?? []).map(({ image = '' }) => image).join(',');
}
