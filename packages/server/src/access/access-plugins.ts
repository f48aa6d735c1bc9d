/** Admission plugins that ask the authorizer for further rights of the caller. */
import type { MayDo } from '@keelson/admission';
import type { Authorizer, RulesHeld } from '@keelson/auth';
import type { AdmissionPlugin, Engine } from '@keelson/registry';

import { createOnUpdatePlugin } from './create-on-update.ts';
import { createEscalationPlugin } from './escalation-plugin.ts';

export interface AccessPluginParts {
  readonly authorizer: Pick<Authorizer, 'authorize'>;
  /** The rules that callers hold through roles and bindings alone. */
  readonly held: RulesHeld;
  /** A function, since the registry is created after its plugins. */
  readonly registry: () => Pick<Engine, 'stores'>;
}

/** Admission plugins, to run after every plugin that may change an object. */
export function createAccessPlugins({ authorizer, held, registry }: AccessPluginParts): readonly AdmissionPlugin[] {
  return [createEscalationPlugin({ authorizer, held, registry }), createOnUpdatePlugin(authorizer)];
}

/** Checks a right in any version. An error of the authorizer counts as a denial. */
export function createMayDo(authorizer: Pick<Authorizer, 'authorize'>): MayDo {
  return async (user, right) => {
    const anywhere = { kind: 'resource', version: '*', subresource: '', namespace: '' } as const;
    const decision = await authorizer.authorize(user, { ...anywhere, ...right });
    return decision.verdict === 'allow';
  };
}
