/** A fault in a YAML text and its offset. Thrown inside the reader; `parseYaml` turns it into an outcome. */

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
