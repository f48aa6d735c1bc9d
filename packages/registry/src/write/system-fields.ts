/** Sets the fields of new objects that the server alone decides: identity, times, generated names. */
import { generateName } from '@keelson/meta';

import { setType } from '../objects/api-object.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import type { Writing } from './writing.ts';

export function fillSystemFields({ parts, store }: Writing, object: ApiObject): void {
  const { metadata } = object;
  setType(object, store.stored);
  metadata.creationTimestamp = timeText(parts.now());
  metadata.uid = parts.makeUid();
  delete metadata.selfLink;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  if ((metadata.name ?? '') === '' && (metadata.generateName ?? '') !== '') {
    metadata.name = generateName(metadata.generateName ?? '', parts.random);
  }
}
