/** The annotation of pods that mirror what a node runs by itself. */
export const mirrorAnnotation = 'kubernetes.io/config.mirror';
