/** Where the elements of a batch lie in its bytes, one number per element in each list. */
export interface ElementPositions {
  starts: readonly number[];
  ends: readonly number[];
  lines: readonly number[];
}

/** About a megabyte of consecutive elements of the import's list, parsed. */
export class ElementBatch {
  /**
   * The parsed elements. Bare numbers within them are texts, character for character as in the file, because money must never pass
   * through a floating-point number; elements that cannot be taken as rows are `UnreadableElement`.
   */
  readonly elements: readonly unknown[];
  /** Position of the first element in the file's list, from 1. */
  readonly firstRow: number;
  /** Line of each element's first byte, from 1. */
  readonly lines: readonly number[];
  readonly #bytes: Buffer;
  readonly #positions: ElementPositions;

  constructor(batch: {
    elements: readonly unknown[];
    firstRow: number;
    bytes: Buffer;
    positions: ElementPositions;
  }) {
    this.elements = batch.elements;
    this.firstRow = batch.firstRow;
    this.lines = batch.positions.lines;
    this.#bytes = batch.bytes;
    this.#positions = batch.positions;
  }

  /** The element as it stands in the file (of an oversized one, its beginning). */
  raw(index: number): string {
    return this.#bytes.toString('utf8', this.#positions.starts[index] ?? 0, this.#positions.ends[index] ?? 0);
  }
}
