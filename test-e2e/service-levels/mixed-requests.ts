/** Mixed requests on ConfigMaps of 1 KiB, as many of which are deleted as are created. */
export interface MixedRequest {
  readonly what: 'get' | 'list' | 'write';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

export const namespaces = Array.from({ length: 10 }, (_, index) => `levels-${String(index)}`);
/** Kept in each namespace. */
export const objectsEach = 100;
/** From its creation to its deletion, in requests. */
const lifetime = 2_000;

const text = 'x'.repeat(1_000);

export const listOf = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;

export function objectNamed(name: string): unknown {
  return { metadata: { name, labels: { levels: 'yes' } }, data: { text } };
}

const place = (count: number): string => listOf(namespaces[count % namespaces.length] ?? '');

/** The request of that number: of twenty, twelve get, two list a namespace, six write. */
export function mixedRequest(count: number): MixedRequest {
  const path = place(count);
  const kept = `${path}/kept-${String(Math.floor(count / namespaces.length) % objectsEach)}`;
  switch (count % 20) {
    case 3:
    case 14:
      return { what: 'list', method: 'GET', path };
    case 5:
    case 16:
      return { what: 'write', method: 'POST', path, body: objectNamed(`passing-${String(count)}`) };
    case 8:
    case 19: {
      const created = count - lifetime - 3;
      if (created < 0) return { what: 'get', method: 'GET', path: kept };
      return { what: 'write', method: 'DELETE', path: `${place(created)}/passing-${String(created)}` };
    }
    case 0:
    case 11:
      return { what: 'write', method: 'PATCH', path: kept, body: { data: { count: String(count) } } };
    default:
      return { what: 'get', method: 'GET', path: kept };
  }
}
