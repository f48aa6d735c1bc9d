/** The dynamic table of HPACK (RFC 7541, section 2.3.2): entries that a client has put there, the newest first. */
import { protocolError, resetCodes } from '../errors.ts';
import { staticTable } from '../static-table.ts';

export type HeaderField = readonly [name: string, value: string];

/** SETTINGS_HEADER_TABLE_SIZE where nothing else is said, and nothing is: clients begin before they have read it. */
const mostBytes = 4_096;
/** RFC 7541, section 4.1. */
const entryBytes = 32;

export function fieldBytes([name, value]: HeaderField): number {
  return name.length + value.length + entryBytes;
}

export class HeaderTable {
  /** The newest last. */
  #entries: HeaderField[] = [];
  #bytes = 0;
  #limitBytes = mostBytes;
  #changes = 0;

  /** Changes with the table: what was decoded before may mean something else now. */
  get changes(): number {
    return this.#changes;
  }

  /** Throws a compression error for an index that leads nowhere. */
  at(index: number): HeaderField {
    const entry =
      index < staticTable.length
        ? staticTable[index]
        : this.#entries[this.#entries.length - 1 - index + staticTable.length];
    if (index === 0 || entry === undefined) {
      throw protocolError('the peer sent headers that refer to nothing', resetCodes.compression);
    }
    return entry;
  }

  /** An entry larger than the table empties it (section 4.4). */
  add(field: HeaderField): void {
    this.#changes += 1;
    this.#entries.push(field);
    this.#bytes += fieldBytes(field);
    this.#evict();
  }

  resize(limitBytes: number): void {
    if (limitBytes > mostBytes) {
      throw protocolError('the peer sent a header table that is too large', resetCodes.compression);
    }
    this.#changes += 1;
    this.#limitBytes = limitBytes;
    this.#evict();
  }

  #evict(): void {
    let evicted = 0;
    for (; this.#bytes > this.#limitBytes; evicted += 1) {
      const oldest = this.#entries[evicted];
      if (oldest === undefined) break;
      this.#bytes -= fieldBytes(oldest);
    }
    if (evicted > 0) this.#entries = this.#entries.slice(evicted);
  }
}
