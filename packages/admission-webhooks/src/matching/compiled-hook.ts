/** Webhooks of configurations, compiled once for each version of a configuration. */
import type { CalloutTarget } from '@keelson/callouts';
import { selectorFromLabelSelector, type LabelSelector, type LabelSelectorObject } from '@keelson/meta';

import type { HookSettings, Phase } from '../contract.ts';

/** The fields of a webhook that both kinds of configurations have. */
export interface DeclaredHook {
  readonly name: string;
  readonly clientConfig: {
    readonly url?: string;
    readonly service?: {
      readonly namespace: string;
      readonly name: string;
      readonly path?: string;
      readonly port?: number;
    };
    /** In base64. */
    readonly caBundle?: string;
  };
  readonly rules?: readonly DeclaredRule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
  readonly sideEffects?: string | null;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[] | null;
  readonly reinvocationPolicy?: string;
}

export interface DeclaredRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

/** A string is the reason why a webhook cannot be called, for its failure policy. */
export interface Address {
  readonly target: CalloutTarget | string;
  /** Without its query. */
  readonly path: string;
  /** As messages print it: scheme, host and path. */
  readonly url: string;
}

export interface CompiledHook {
  readonly settings: HookSettings;
  readonly rules: readonly DeclaredRule[];
  readonly isEquivalent: boolean;
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
  readonly address: Address;
}

export interface HookOrigin {
  readonly phase: Phase;
  readonly configuration: string;
  /** The number of webhooks of the same name before it in its configuration. */
  readonly twin: number;
  readonly index: number;
}

export type AddressOf = (hook: DeclaredHook) => Address;

export function compileHook(declared: DeclaredHook, origin: HookOrigin, addressOf: AddressOf): CompiledHook {
  const { phase, configuration, twin, index } = origin;
  const { name, rules = [], matchPolicy } = declared;
  const { failurePolicy, sideEffects, timeoutSeconds = 10, reinvocationPolicy, admissionReviewVersions } = declared;
  return {
    settings: {
      phase,
      uid: `${configuration}/${name}/${twin}`,
      configuration,
      name,
      index,
      ignoresFailure: failurePolicy === 'Ignore',
      sideEffects: sideEffects ?? undefined,
      timeoutSeconds,
      isReinvoked: reinvocationPolicy === 'IfNeeded',
      reviewVersion: firstKnown(admissionReviewVersions ?? []),
    },
    rules,
    isEquivalent: matchPolicy !== 'Exact',
    namespaceSelector: selectorOf(declared.namespaceSelector),
    objectSelector: selectorOf(declared.objectSelector),
    address: addressOf(declared),
  };
}

function firstKnown(versions: readonly string[]): HookSettings['reviewVersion'] {
  return versions.find((version) => version === 'v1' || version === 'v1beta1');
}

/** Selectors were checked when the configuration was written; defaults made those that are absent empty. */
function selectorOf(object: LabelSelectorObject | undefined): LabelSelector {
  const parsed = selectorFromLabelSelector(object ?? {});
  return parsed.ok && parsed.selector !== null ? parsed.selector : [];
}
