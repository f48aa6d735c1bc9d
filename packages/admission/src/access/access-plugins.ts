/** Admission plugins that ask the authorizer for further rights of the caller. */
import type { Authorizer, RulesHeld } from '@keelson/auth';
import type { Informers } from '@keelson/informers';

import type { AdmissionPlugin } from '../plugin.ts';
import type { MayDo } from '../rights.ts';
import { createOnUpdatePlugin } from './create-on-update.ts';
import { createEscalationPlugin } from './escalation-plugin.ts';

export interface AccessPluginParts {
  readonly authorizer: Pick<Authorizer, 'authorize'>;
  /** The rules that callers hold through roles and bindings alone. */
  readonly held: RulesHeld;
  readonly informers: Pick<Informers, 'resources' | 'lister'>;
}

/** Admission plugins, to run after every plugin that may change an object. */
export function createAccessPlugins({ authorizer, held, informers }: AccessPluginParts): readonly AdmissionPlugin[] {
  return [createEscalationPlugin({ authorizer, held, informers }), createOnUpdatePlugin(authorizer)];
}

/** Checks a right in any version. An error of the authorizer counts as a denial. */
export function createMayDo(authorizer: Pick<Authorizer, 'authorize'>): MayDo {
  return async (user, right) => {
    const anywhere = { kind: 'resource', version: '*', subresource: '', namespace: '' } as const;
    const decision = await authorizer.authorize(user, { ...anywhere, ...right });
    return decision.verdict === 'allow';
  };
}
