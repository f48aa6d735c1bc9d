/**
 * Versions of custom resources in v1beta1 and v1. Before v1, what holds for all
 * versions alike was said once, beside them.
 */
import { isDeepStrictEqual } from 'node:util';

import type {
  CustomResourceColumnDefinition as ServedColumn,
  CustomResourceDefinitionVersion as ServedVersion,
} from '../../../apiextensions/v1/custom-resource-version.ts';
import type {
  CustomResourceColumnDefinition as Column,
  CustomResourceDefinitionSpec as Spec,
  CustomResourceDefinitionVersion as Version,
} from './custom-resource-definition.ts';

type Versions = Pick<Spec, 'version' | 'versions' | 'validation' | 'subresources' | 'additionalPrinterColumns'>;

export function toServedVersions(spec: Versions): ServedVersion[] | null {
  const { version = '', validation: schema, subresources, additionalPrinterColumns } = spec;
  const named = version === '' ? null : [{ name: version, served: true, storage: true }];
  const forAll = {
    ...(schema && { schema }),
    ...(subresources && { subresources }),
    ...(additionalPrinterColumns && { additionalPrinterColumns }),
  };
  return (spec.versions ?? named)?.map((each) => toServedVersion({ ...forAll, ...each })) ?? null;
}

function toServedVersion({ additionalPrinterColumns: columns, ...version }: Version): ServedVersion {
  return { ...version, ...(columns && { additionalPrinterColumns: columns.map(toServedColumn) }) };
}

function toServedColumn({ JSONPath, ...column }: Column): ServedColumn {
  return { ...column, jsonPath: JSONPath };
}

export function fromServedVersions(served: readonly ServedVersion[] | null): Versions {
  const versions = served?.map(fromServedVersion) ?? [];
  const [first] = versions;
  if (first === undefined) return {};
  const schema = saidByAll(versions, 'schema');
  const subresources = saidByAll(versions, 'subresources');
  const columns = saidByAll(versions, 'additionalPrinterColumns');
  return {
    version: first.name,
    ...(schema && { validation: schema }),
    ...(subresources && { subresources }),
    ...(columns && { additionalPrinterColumns: columns }),
    versions: versions.map((version) => {
      const { schema: ownSchema, subresources: ownSubresources, additionalPrinterColumns: own, ...others } = version;
      return {
        ...others,
        ...(ownSchema && !schema && { schema: ownSchema }),
        ...(ownSubresources && !subresources && { subresources: ownSubresources }),
        ...(own && !columns && { additionalPrinterColumns: own }),
      };
    }),
  };
}

function fromServedVersion({ additionalPrinterColumns: columns, ...version }: ServedVersion): Version {
  return { ...version, ...(columns && { additionalPrinterColumns: columns.map(fromServedColumn) }) };
}

function fromServedColumn({ jsonPath, ...column }: ServedColumn): Column {
  return { ...column, JSONPath: jsonPath };
}

function saidByAll<K extends keyof Version>(versions: readonly Version[], key: K): Version[K] | undefined {
  const [first] = versions;
  return versions.every((version) => isDeepStrictEqual(version[key], first?.[key])) ? first?.[key] : undefined;
}
