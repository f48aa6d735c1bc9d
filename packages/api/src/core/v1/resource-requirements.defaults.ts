/** Defaults of the resources of containers and claims. */
import { roundToMilli } from './resource-list.defaults.ts';

interface Requirements {
  limits?: Record<string, string>;
  requests?: Record<string, string>;
}

export function roundResources({ limits, requests }: Requirements): void {
  roundToMilli(limits);
  roundToMilli(requests);
}
