/** Defaults of network policies. */
interface NetworkPolicySpec {
  policyTypes?: string[];
  egress?: readonly unknown[];
}

/** Without `policyTypes`, a policy restricts ingress, and egress only if it has egress rules. */
export function completePolicyTypes(spec: NetworkPolicySpec): void {
  if (spec.policyTypes !== undefined && spec.policyTypes.length > 0) return;
  const hasEgress = spec.egress !== undefined && spec.egress.length > 0;
  spec.policyTypes = hasEgress ? ['Ingress', 'Egress'] : ['Ingress'];
}
