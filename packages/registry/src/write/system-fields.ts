/** Sets the fields of new objects that the server alone decides: identity, times, generated names. */
import { generateName } from '@keelson/meta';

import { setType } from '../objects/api-object.ts';
import type { ApiObject, Metadata } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import type { Writing } from './writing.ts';

export function fillSystemFields({ parts, store }: Pick<Writing, 'parts' | 'store'>, object: ApiObject): void {
  const { metadata } = object;
  setType(object, store.stored);
  metadata.creationTimestamp = timeText(parts.now());
  metadata.uid = parts.makeUid();
  delete metadata.selfLink;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  if ((metadata.name ?? '') === '') nameObject({ parts, store }, metadata, metadata.uid);
}

function nameObject({ parts, store }: Pick<Writing, 'parts' | 'store'>, metadata: Metadata, uid: string): void {
  const { generateName: base = '' } = metadata;
  if (store.stored.isNamedByUid === true) metadata.name = uid;
  else if (base !== '') metadata.name = generateName(base, parts.random);
}
