/** Finds the rule for a key. A key without a rule is stored unencrypted. */
import { StorageError } from '../contract/errors.ts';
import type { EncryptionRule } from './configuration.ts';
import { matchesResource, resourceOfPath } from './resource-pattern.ts';
import type { StoredResource } from './resource-pattern.ts';
import { createTransformer, untransformed } from './transform-value.ts';
import type { TransformOptions, ValueTransformer } from './transform-value.ts';

export interface ChooseOptions extends TransformOptions {
  /** The prefix of the store. */
  readonly prefix: string;
  /** Without it the path of the key decides, as far as it can. */
  readonly resourceOf: ((path: string) => StoredResource | undefined) | undefined;
}

/** Throws `invalidArgument` if a rule has a whole group and `resourceOf` is absent. */
export function createChooser(
  rules: readonly EncryptionRule[],
  options: ChooseOptions,
): (key: string) => ValueTransformer {
  const { prefix, resourceOf = resourceOfPath } = options;
  if (options.resourceOf === undefined) refuseGroups(rules);
  // A few dozen at most, so that walking them costs less than a map would with its wildcards.
  const choices = rules.flatMap((rule) => {
    const transformer = createTransformer(rule, options);
    return rule.resources.map((pattern) => ({ pattern, transformer }));
  });
  return (key) => {
    const resource = key.startsWith(prefix) ? resourceOf(key.slice(prefix.length)) : undefined;
    if (resource === undefined) return untransformed;
    return choices.find(({ pattern }) => matchesResource(pattern, resource))?.transformer ?? untransformed;
  };
}

/** Guessing would leave a resource unencrypted that its operator believes to be encrypted. */
function refuseGroups(rules: readonly EncryptionRule[]): void {
  const wholeGroup = rules
    .flatMap(({ resources }) => resources)
    .find(({ resource, group }) => resource === '*' && group !== '' && group !== '*');
  if (wholeGroup === undefined) return;
  const fault = 'needs resourceOf, since not every path tells the group of its resource';
  throw new StorageError('invalidArgument', `${wholeGroup.text} in the encryption configuration ${fault}.`);
}
