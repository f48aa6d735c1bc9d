/** The volume that is meant where none is described. */

const nameOnly = 1;

/** A volume without a source is an empty folder. */
export function defaultVolume(volume: { emptyDir?: object; readonly name: string }): void {
  if (Object.keys(volume).length <= nameOnly) volume.emptyDir = {};
}
