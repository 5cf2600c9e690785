import { companyStem } from './company-stem.ts';
import { isWithinEdits } from './edit-distance.ts';

const MOST_EDITS = 2;
/** A name allows one edit for so many letters: "OPAL" and "OPEN" are different words, not a slip. */
const LETTERS_PER_EDIT = 4;
/** Two edits leave at least one of three pieces of a name as it was. */
const PIECES = 3;
/** A piece that so many names share finds nobody; more are not kept, or a hot account would compare all with all. */
const MOST_WITH_ONE_PIECE = 20;

/**
 * Company keys that one could be mistaken for: the same first two telling words, or at most two edits apart. Names that
 * differ in numbers alone are branches and batches of one company, not look-alikes.
 *
 * Names are kept by length and by their three pieces, so that asking costs the same however many there are (the idea of
 * PASS-JOIN, Li et al., VLDB 2011).
 */
export class LookAlikeNames {
  readonly #byPiece = new Map<string, string[]>();
  readonly #byStem = new Map<string, string[]>();

  add(key: string): void {
    for (let piece = 0; piece < PIECES; piece += 1) {
      const { from, to } = pieceOf(key.length, piece);
      keep(this.#byPiece, pieceKey(key.length, piece, key.slice(from, to)), key);
    }
    const stem = companyStem(key);
    if (stem.includes(' ')) keep(this.#byStem, stem, key);
  }

  /** In the order in which they were added to each of the ways to find them; never the key itself. */
  resembling(key: string): string[] {
    const found = new Set(this.#byStem.get(companyStem(key)));
    for (const other of this.#withAnEqualPiece(key)) {
      const letters = Math.min(key.length, other.length);
      const most = Math.min(MOST_EDITS, Math.floor(letters / LETTERS_PER_EDIT));
      if (!found.has(other) && isWithinEdits(key, other, most)) found.add(other);
    }
    const letters = withoutNumbers(key);
    return [...found].filter((other) => other !== key && withoutNumbers(other) !== letters);
  }

  #withAnEqualPiece(key: string): Set<string> {
    const found = new Set<string>();
    for (let length = key.length - MOST_EDITS; length <= key.length + MOST_EDITS; length += 1) {
      for (let piece = 0; piece < PIECES; piece += 1) {
        const { from, to } = pieceOf(length, piece);
        for (let shift = -MOST_EDITS; shift <= MOST_EDITS; shift += 1) {
          if (from + shift < 0 || to + shift > key.length || to <= from) continue;
          const text = key.slice(from + shift, to + shift);
          for (const other of this.#byPiece.get(pieceKey(length, piece, text)) ?? []) found.add(other);
        }
      }
    }
    return found;
  }
}

function pieceOf(length: number, piece: number): { from: number; to: number } {
  return {
    from: Math.floor((length * piece) / PIECES),
    to: Math.floor((length * (piece + 1)) / PIECES),
  };
}

function pieceKey(length: number, piece: number, text: string): string {
  return `${length} ${piece} ${text}`;
}

function keep(lists: Map<string, string[]>, under: string, key: string): void {
  const list = lists.get(under);
  if (list === undefined) lists.set(under, [key]);
  else if (list.length < MOST_WITH_ONE_PIECE) list.push(key);
}

function withoutNumbers(key: string): string {
  return key
    .split(' ')
    .filter((word) => !/\d/.test(word))
    .join(' ');
}
