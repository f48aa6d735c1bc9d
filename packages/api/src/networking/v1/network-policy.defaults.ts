/** Defaults of network policies. */
interface NetworkPolicySpec {
  policyTypes?: string[];
  egress?: readonly unknown[];
}

/** Who does not say which directions are restricted restricts what comes in, and what goes out if there are rules for it. */
export function completePolicyTypes(spec: NetworkPolicySpec): void {
  if (spec.policyTypes !== undefined && spec.policyTypes.length > 0) return;
  const hasEgress = spec.egress !== undefined && spec.egress.length > 0;
  spec.policyTypes = hasEgress ? ['Ingress', 'Egress'] : ['Ingress'];
}
