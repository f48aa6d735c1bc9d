/** The annotations of a pod, and of a template, that name the AppArmor profiles of its containers. */

/** The prefix of an annotation; the name of the container follows. */
export const appArmorOfContainers = 'container.apparmor.security.beta.kubernetes.io/';

/** The gate as an option of the field `metadata` that holds the annotations. */
export const appArmorGate = {
  gatedAnnotations: { prefix: appArmorOfContainers, featureGate: 'AppArmor' },
} as const;
