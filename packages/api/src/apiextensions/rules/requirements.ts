/**
 * Rules that came after the first definitions: an update must keep one only if the old definition did. Looked up when a
 * rule is broken, because it takes a walk over the old schemas.
 */
import type { CustomResourceDefinitionSpec } from '../v1/custom-resource-definition.ts';
import { hasUnprunedDefaults } from './default-rules.ts';
import { breaksKeyRules, breaksSetRule } from './list-identity.ts';
import { isOpenApiType } from './openapi-type.ts';
import { schemasOf } from './schemas-of.ts';
import { isStructural } from './structural-rules.ts';
import { hasNode, type SchemaNode } from './schema-node.ts';

type Claim = () => boolean;

export interface Requirements {
  readonly needsSchemas: Claim;
  readonly needsValidTypes: Claim;
  readonly needsStructuralSchemas: Claim;
  readonly needsPrunedDefaults: Claim;
  readonly needsAtomicSetItems: Claim;
  readonly needsKeysOfMapLists: Claim;
  readonly needsKnownReviewVersion: Claim;
}

/** Without an old definition, everything is required. */
export function createRequirements(old: CustomResourceDefinitionSpec | undefined): Requirements {
  const unless = (breaks: (spec: CustomResourceDefinitionSpec) => boolean): Claim =>
    once(() => old === undefined || !breaks(old));
  const unlessNode = (breaks: (node: SchemaNode) => boolean): Claim =>
    unless((spec) => schemasOf(spec).some((schema) => hasNode(schema, breaks)));
  return {
    needsSchemas: unless(({ versions }) =>
      (versions ?? []).some(({ schema }) => schema?.openAPIV3Schema === undefined),
    ),
    needsValidTypes: unlessNode(({ type }) => type !== undefined && !isOpenApiType(type)),
    needsStructuralSchemas: unless((spec) =>
      schemasOf(spec).some((schema) => schema !== undefined && !isStructural(schema)),
    ),
    needsPrunedDefaults: unless((spec) =>
      schemasOf(spec).some((schema) => schema !== undefined && hasUnprunedDefaults(schema)),
    ),
    needsAtomicSetItems: unlessNode(breaksSetRule),
    needsKeysOfMapLists: unlessNode(breaksKeyRules),
    needsKnownReviewVersion: unless(({ conversion }) => {
      const versions = conversion?.webhook?.conversionReviewVersions ?? [];
      return versions.length > 0 && !versions.some(isKnownReviewVersion);
    }),
  };
}

/** Those of definitions before v1. */
export const olderRequirements: Requirements = {
  ...createRequirements(undefined),
  needsSchemas: () => false,
  needsValidTypes: () => false,
  needsStructuralSchemas: () => false,
};

export const reviewVersions: readonly string[] = ['v1', 'v1beta1'];

export function isKnownReviewVersion(version: string): boolean {
  return reviewVersions.includes(version);
}

function once(claim: Claim): Claim {
  let holds: boolean | undefined;
  return () => (holds ??= claim());
}
