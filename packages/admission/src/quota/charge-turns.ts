/**
 * Charges quotas in batches, one batch at a time for each namespace. The requests of a batch are checked together, and
 * each quota is written once for all of them:
 *
 *     wait ──▶ check in order ──▶ write each quota ──▶ charged requests go on
 *                 ▲  └─ refused        │ conflict
 *                 └────── read again ──┘
 *
 * The charge is written before the object, so that no replica can exceed a quota. If the object is not stored after
 * all, the resource quota controller takes the charge back.
 */
import { fromAmounts, areSameAmounts, timeout, toAmounts, type Status } from '@keelson/meta';

import type { Charge } from './charge.ts';
import { checkCharge, openQuota, type OpenQuota } from './check-charge.ts';
import type { LimitedResource } from './limited-resources.ts';
import type { QuotaStore } from './quota-store.ts';

export interface ChargeTurns {
  /** Resolves to the refusal, or undefined once the charge is written. */
  charge(namespace: string, charge: Charge): Promise<Status | undefined>;
}

export interface ChargeTurnsParts {
  readonly store: Pick<QuotaStore, 'inNamespace' | 'mostRecent' | 'write'>;
  readonly limited: readonly LimitedResource[];
}

interface Waiting {
  readonly charge: Charge;
  readonly resolve: (refusal: Status | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** The number of retries after conflicts. Each conflict means that another replica has charged the quota. */
const maxRounds = 50;

export function createChargeTurns(parts: ChargeTurnsParts): ChargeTurns {
  /** The waiting requests by namespace, for namespaces that are being charged. */
  const queues = new Map<string, Waiting[]>();

  const run = async (namespace: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0);
      try {
        await settle(parts, namespace, batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(namespace);
  };

  return {
    charge: (namespace, charge) =>
      new Promise((resolve, reject) => {
        const waiting = { charge, resolve, reject };
        const queue = queues.get(namespace);
        if (queue !== undefined) {
          queue.push(waiting);
          return;
        }
        const own = [waiting];
        queues.set(namespace, own);
        // `run` passes its faults on to the requests of the batch, and does not reject.
        run(namespace, own).catch(reject);
      }),
  };
}

async function settle(parts: ChargeTurnsParts, namespace: string, batch: readonly Waiting[]): Promise<void> {
  const { store, limited } = parts;
  let quotas = (await store.inNamespace(namespace)).map(openQuota);
  // Limited resources need any quota to cover them: checked once, since later rounds have only the quotas in conflict.
  let charged = chargeAll(batch, quotas, limited);
  for (let round = 0; charged.length > 0; round += 1) {
    const { lost, fault } = await writeAll(store, quotas);
    const ending = fault ?? (round === maxRounds ? tooMany : undefined);
    if (lost.length === 0 || ending !== undefined) {
      for (const { resolve } of charged) resolve(ending);
      return;
    }
    const again = await Promise.all(
      lost.map(({ known }) => store.mostRecent(namespace, known.object.metadata.name ?? '')),
    );
    quotas = again.filter((known) => known !== undefined).map(openQuota);
    charged = chargeAll(charged, quotas, []);
  }
}

const tooMany = timeout('too many others are charging the quotas of the namespace', 1);

/** Settles the requests that are refused or charge nothing. Returns the others, whose charges have to be written. */
function chargeAll(
  requests: readonly Waiting[],
  quotas: readonly OpenQuota[],
  limited: readonly LimitedResource[],
): readonly Waiting[] {
  return requests.filter(({ charge, resolve }) => {
    const checked = checkCharge(charge, quotas, limited);
    const ends = !checked.ok || checked.used.size === 0 || charge.request.isDryRun;
    if (ends) resolve(checked.ok ? undefined : checked.refusal);
    else for (const [quota, used] of checked.used) quota.used = used;
    return !ends;
  });
}

interface WrittenAll {
  /** Quotas that were written or deleted by others since they were read. */
  readonly lost: readonly OpenQuota[];
  readonly fault: Status | undefined;
}

async function writeAll(store: ChargeTurnsParts['store'], quotas: readonly OpenQuota[]): Promise<WrittenAll> {
  const changed = quotas.filter(({ known, used }) => !areSameAmounts(used, toAmounts(known.object.status.used)));
  const answers = await Promise.all(
    changed.map(async (quota) => ({ quota, answer: await store.write(quota.known, fromAmounts(quota.used)) })),
  );
  const lost: OpenQuota[] = [];
  let fault: Status | undefined;
  for (const { quota, answer } of answers) {
    if (answer.ok) continue;
    if (answer.status.code === 409 || answer.status.code === 404) lost.push(quota);
    else fault = answer.status;
  }
  return { lost, fault };
}
