/** Defaults of jobs. The template of a cron job does not get them; its jobs do. */

interface Job {
  readonly metadata: { labels?: Record<string, string> };
  readonly spec: {
    parallelism?: number;
    completions?: number;
    backoffLimit?: number;
    completionMode?: string;
    suspend?: boolean;
    readonly template: { readonly metadata: { labels?: Record<string, string> } };
  };
}

export function defaultJob({ metadata, spec }: Job): void {
  // Without completions and with parallelism, any success of the queue's workers is the end.
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= 6;
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  const { labels } = spec.template.metadata;
  // NOTE: shared, not copied, for labels that are generated later for the template are labels of the job, too.
  // A template without any gets its first ones then; the job has them once it is defaulted again, to be stored.
  if (labels !== undefined && metadata.labels === undefined) metadata.labels = labels;
}
