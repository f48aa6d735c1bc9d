/** A text that is read from left to right, once. */
export class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.#text.charAt(this.#at);
  }

  startsWith(mark: string): boolean {
    return this.#text.startsWith(mark, this.#at);
  }

  /** Skips a mark. Returns false where the text goes on otherwise. */
  skip(mark: string): boolean {
    if (!this.startsWith(mark)) return false;
    this.#at += mark.length;
    return true;
  }

  /** Takes characters, and whatever is behind a backslash, up to one that is not wanted. */
  takeWhile(isWanted: (character: string) => boolean): string {
    const start = this.#at;
    while (this.next !== '' && isWanted(this.next)) this.#at += this.next === '\\' ? 2 : 1;
    this.#at = Math.min(this.#at, this.#text.length);
    return this.#text.slice(start, this.#at);
  }
}
