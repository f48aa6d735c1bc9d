/** The context and the informers that all parts of the token controller work with. */
import type { Secret, ServiceAccount } from '@keelson/api';
import type { Informer } from '@keelson/informers';

import type { ControllerContext } from '../frame/definition.ts';

export interface TokenParts {
  readonly context: ControllerContext;
  readonly secrets: Informer<Secret>;
  readonly accounts: Informer<ServiceAccount>;
}
