/** The selector of an owner, as a condition on the labels of its dependents. */
import { selectorFromLabelSelector, type LabelSelector, type LabelSelectorObject } from '@keelson/meta';

/** Returns `null`, which selects nothing, for a selector that is absent or cannot be read. */
export function readSelector(selector: LabelSelectorObject | null | undefined): LabelSelector | null {
  const read = selectorFromLabelSelector(selector);
  return read.ok ? read.selector : null;
}
