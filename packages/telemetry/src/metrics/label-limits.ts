/** Limits on the values of labels: all that are not allowed are counted as one, so that a label has few values. */

/** By `metric,label`, the values that are allowed. */
export type LabelLimits = ReadonlyMap<string, ReadonlySet<string>>;

type Labels<Label extends string> = Readonly<Record<Label, string>>;

export type LimitLabels<Label extends string> = (labels: Labels<Label>) => Labels<Label>;

/** Stands for every value that is not allowed. */
const unexpected = 'unexpected';

export function limitLabels<Label extends string>(
  metric: string,
  labels: readonly Label[],
  limits: LabelLimits,
): LimitLabels<Label> {
  const limited = labels.flatMap((label) => {
    const allowed = limits.get(`${metric},${label}`);
    return allowed === undefined ? [] : [{ label, allowed }];
  });
  if (limited.length === 0) return (given) => given;
  return (given) => {
    const kept: Record<Label, string> = { ...given };
    for (const { label, allowed } of limited) if (!allowed.has(given[label])) kept[label] = unexpected;
    return kept;
  };
}
