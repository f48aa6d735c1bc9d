/** The default volume source. */

const nameOnly = 1;

/** A volume without a source is an `emptyDir`. */
export function defaultVolume(volume: { emptyDir?: object; readonly name: string }): void {
  if (Object.keys(volume).length <= nameOnly) volume.emptyDir = {};
}
