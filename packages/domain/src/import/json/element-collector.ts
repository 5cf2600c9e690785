import { ElementBatch } from './element-batch.ts';
import { parseElements } from './parse-elements.ts';
import { UnreadableElement } from './unreadable-element.ts';

/** An element as the scanner found it; positions are those of the reader's buffer. */
export interface FoundElement {
  start: number;
  end: number;
  line: number;
  /** Its keys, repeated ones counted each time. */
  keys: number;
  /** Start and end of its bare numbers, pairwise. */
  numbers: readonly number[];
}

/** Gathers elements until they are worth parsing together. */
export class ElementCollector {
  #rowsBefore = 0;
  #starts: number[] = [];
  #ends: number[] = [];
  #lines: number[] = [];
  #keyCounts: number[] = [];
  #numbers: number[] = [];

  get isEmpty(): boolean {
    return this.#starts.length === 0;
  }

  /** Bytes from the first element to the end of the last. */
  get byteLength(): number {
    return (this.#ends.at(-1) ?? 0) - (this.#starts[0] ?? 0);
  }

  add(element: FoundElement): void {
    this.#starts.push(element.start);
    this.#ends.push(element.end);
    this.#lines.push(element.line);
    this.#keyCounts.push(element.keys);
    for (const position of element.numbers) this.#numbers.push(position);
  }

  /**
   * The gathered elements as a batch, which keeps `bytes`.
   *
   * @throws ImportFileError when one of them is no JSON
   */
  flush(bytes: Buffer): ElementBatch {
    const positions = { starts: this.#starts, ends: this.#ends, lines: this.#lines };
    const elements = parseElements({ bytes, positions, numbers: this.#numbers, keyCounts: this.#keyCounts });
    const batch = new ElementBatch({ elements, firstRow: this.#rowsBefore + 1, bytes, positions });
    this.#rowsBefore += elements.length;
    this.#starts = [];
    this.#ends = [];
    this.#lines = [];
    this.#keyCounts = [];
    this.#numbers = [];
    return batch;
  }

  /** A batch of its own for an element that is not parsed at all. */
  unreadable(element: { beginning: Buffer; reason: string; line: number }): ElementBatch {
    const { beginning, reason, line } = element;
    this.#rowsBefore += 1;
    return new ElementBatch({
      elements: [new UnreadableElement({ field: 'row', reason })],
      firstRow: this.#rowsBefore,
      bytes: beginning,
      positions: { starts: [0], ends: [beginning.length], lines: [line] },
    });
  }
}
