/**
 * A list with duplicate or unidentifiable items: thrown while walking it, caught where the walk began. It has no path;
 * `checkConfig` finds the path when a message needs it.
 */
export class TopologyFault extends Error {}
