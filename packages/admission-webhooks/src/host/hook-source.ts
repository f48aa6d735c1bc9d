/** The webhooks of one phase, as the configurations that are stored declare them, in a table that follows them. */
import type { CachedObject, Informer, Informers } from '@keelson/informers';
import type { Scheme } from '@keelson/schema';

import type { Phase } from '../contract.ts';
import { compileHook, type AddressOf, type CompiledHook, type DeclaredHook } from '../matching/compiled-hook.ts';
import { HookTable } from '../matching/hook-table.ts';

interface Configuration {
  readonly webhooks?: readonly DeclaredHook[] | null;
}

export interface HookSource {
  hasSynced(): boolean;
  /** Never rejects. */
  whenSynced(): Promise<void>;
  /** As of the last change that was taken in. Made anew by the first request after a change. */
  table(): HookTable;
}

export interface HookSourceParts {
  readonly scheme: Scheme;
  readonly informers: Informers;
  readonly addressOf: AddressOf;
}

export function createHookSource(phase: Phase, { scheme, informers, addressOf }: HookSourceParts): HookSource {
  const purpose = phase === 'mutating' ? 'mutatingWebhooks' : 'validatingWebhooks';
  const [stored] = informers.resources.where((resource) => resource.purpose?.kind === purpose);
  if (stored === undefined) return emptySource(scheme);
  const informer: Informer<Configuration> = informers.informer<Configuration>(stored.stored);
  const compiled = new WeakMap<object, readonly CompiledHook[]>();
  let table: HookTable | undefined;
  const forget = (): void => void (table = undefined);
  informer.addHandler({ onAdd: forget, onUpdate: forget, onDelete: forget });

  const hooksOf = (object: CachedObject<Configuration>): readonly CompiledHook[] => {
    let hooks = compiled.get(object.version);
    if (hooks === undefined) compiled.set(object.version, (hooks = compile(phase, object, addressOf)));
    return hooks;
  };
  const build = (): HookTable => {
    const inOrder = [...informer.list()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const all = inOrder.flatMap(hooksOf);
    const placed = all.map((hook, index) => ({ ...hook, settings: { ...hook.settings, index } }));
    return new HookTable(placed, scheme);
  };
  return {
    hasSynced: () => informer.hasSynced(),
    whenSynced: () => informer.whenSynced(),
    table: () => (table === undefined || table.isOutdated ? (table = build()) : table),
  };
}

/** A configuration that cannot be read has no webhooks: what it says is not known. */
function compile(
  phase: Phase,
  { name: configuration, decoded }: CachedObject<Configuration>,
  addressOf: AddressOf,
): readonly CompiledHook[] {
  if (!decoded.ok) return [];
  const twins = new Map<string, number>();
  return (decoded.object.webhooks ?? []).map((hook) => {
    const twin = twins.get(hook.name) ?? 0;
    twins.set(hook.name, twin + 1);
    return compileHook(hook, { phase, configuration, twin, index: 0 }, addressOf);
  });
}

function emptySource(scheme: Scheme): HookSource {
  const empty = new HookTable([], scheme);
  return { hasSynced: () => true, whenSynced: () => Promise.resolve(), table: () => empty };
}
