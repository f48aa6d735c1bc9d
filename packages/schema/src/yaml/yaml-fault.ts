/** What is wrong with YAML, and where. Thrown inside the reader, turned into an outcome at its door. */

export class YamlFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'YamlFault';
    this.offset = offset;
  }
}

export function fail(message: string, offset: number): never {
  throw new YamlFault(message, offset);
}
