/** The names by which Jobs and their pods know each other, and the environment of indexed ones. */

/** The annotation of Jobs whose pods are counted by finalizers, and that finalizer. */
export const trackingName = 'batch.kubernetes.io/job-tracking';

/** The annotation of a pod with the index that it completes. */
export const completionIndexName = 'batch.kubernetes.io/job-completion-index';

/** The environment variable with the same. */
export const completionIndexVariable = 'JOB_COMPLETION_INDEX';
