/** An object's type as messages print it: `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`. */
import { valueOf } from '../json-object.ts';
import type { JsonObject } from '../json-object.ts';

export function groupVersionKindOf(object: JsonObject): string {
  const apiVersion = valueOf(object, 'apiVersion');
  const kind = valueOf(object, 'kind');
  const text = typeof apiVersion === 'string' ? apiVersion : '';
  return `${text.includes('/') ? text : `/${text}`}, Kind=${typeof kind === 'string' ? kind : ''}`;
}
