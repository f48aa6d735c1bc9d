/** The dependencies of the quota plugin: it keeps account of what requests do, and writes that as the server itself. */
import type { LimitedResource, QuotaParts } from '@keelson/admission';
import type { Caller, Registry } from '@keelson/registry';
import { stringifyJson, type JsonValue } from '@keelson/schema';

const server: Caller = {
  user: { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
  userAgent: 'kube-apiserver',
};

/** The registry is asked for at each write: it is made of the plugins. */
export function createQuotaParts(
  limited: readonly LimitedResource[] | undefined,
  registryOf: () => Pick<Registry, 'update'>,
): QuotaParts {
  return {
    limited,
    nowMs: Date.now,
    writeStatus: async (target, object) => {
      const body = { format: 'json' as const, bytes: Buffer.from(stringifyJson(object as JsonValue)) };
      const written = await registryOf().update(target, { body, options: {}, caller: server });
      return written.ok ? { ok: true, revision: written.value.object.revision } : written;
    },
  };
}
