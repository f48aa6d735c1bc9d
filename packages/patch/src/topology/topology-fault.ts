/**
 * A list whose items cannot be told apart: thrown by what walks it, caught where the walk began. It does not say where;
 * `checkConfig` finds that out, when somebody has to be told.
 */
export class TopologyFault extends Error {}
