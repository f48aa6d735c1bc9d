/** Retired API version node.{domain}/v1alpha1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { runtimeClasses } from '../../../node/v1/runtime-class.resource.ts';
import { retire } from '../../retire.ts';
import { runtimeClassConversion } from './runtime-class.conversion.ts';
import { RuntimeClass } from './runtime-class.ts';

const version = { group: 'node.{domain}', version: 'v1alpha1' } as const;

export const nodeV1alpha1: ApiVersion = {
  ...version,
  resources: [retire(runtimeClasses, { ...version, message: RuntimeClass, conversion: runtimeClassConversion })],
  kinds: [],
};
