export const maxNesting = 1_000;
