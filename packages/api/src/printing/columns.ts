/** Columns that many kinds have. */
import type { Column } from '@keelson/schema';
import { printAge } from './age.ts';
import { printContainerImages, printContainerNames } from './containers.ts';

interface Named {
  readonly metadata: { readonly name?: string; readonly creationTimestamp: string | null };
}

export const nameColumn: Column<Named> = {
  name: 'Name',
  type: 'string',
  format: 'name',
  about: 'Unique among the objects of its kind in a namespace.',
  cell: ({ metadata }) => metadata.name ?? '',
};

export const ageColumn: Column<Named> = {
  name: 'Age',
  type: 'string',
  about: 'Time since the server created the object.',
  ages: true,
  cell: ({ metadata }, { now }) => printAge(metadata.creationTimestamp, now),
};

interface PodSpec {
  readonly containers: readonly { readonly name: string; readonly image?: string }[] | null;
}

/** The names and images of the containers; `priority` 1 for the wide form alone. */
export function containerColumns<T>(podSpecOf: (object: T) => PodSpec, priority: 0 | 1): readonly Column<T>[] {
  return [
    {
      name: 'Containers',
      type: 'string',
      priority,
      about: 'Names of the containers in the template.',
      cell: (object) => printContainerNames(podSpecOf(object).containers),
    },
    {
      name: 'Images',
      type: 'string',
      priority,
      about: 'Images of the containers in the template.',
      cell: (object) => printContainerImages(podSpecOf(object).containers),
    },
  ];
}
