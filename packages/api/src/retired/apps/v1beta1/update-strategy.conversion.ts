/** Pods of a set were once replaced only after somebody deleted them; apps/v1 does so only when asked to. */
interface Strategy {
  type?: string;
}

export function writtenForServed<S extends Strategy>(strategy: S): S {
  return { type: 'OnDelete', ...strategy };
}

export function writtenForRetired<S extends Strategy>(strategy: S): S {
  return { type: 'RollingUpdate', ...strategy };
}
