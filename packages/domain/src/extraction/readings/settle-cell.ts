import type { Cell } from '../layout/extracted-table.ts';
import { withoutSpecks } from '../layout/specks.ts';
import { withInitials } from './lone-strokes.ts';
import { AGREED, GUESS } from './merge-cells.ts';

/** What a closer look at one cell says. */
export interface Look {
  text: string;
  confidence: number;
}

/** So many looks must say the same when none of them is backed by a sure reading. */
const SEVERAL = 2;

/** As it is compared: without specks, and with a lone stroke in a name as what it is. */
export const lookAt = ({ text, confidence }: Look, label: string): Look => ({
  text: withoutSpecks(withInitials(text, label)),
  confidence,
});

/**
 * What closer looks at a cell that two readings leave open decide. Each needs two witnesses at least:
 * - a look that is no guess and agrees with a reading. But the shorter of two texts never stands against one that has a word more:
 *   readers lose a lone initial, they do not make one up;
 * - looks at several sizes that are all unsure, when they and both readings say the same, or the one reading that has a word more:
 *   who is confident of nothing and yet says one thing of three or four different pictures of the dots is not guessing;
 * - looks at several sizes that are sure and agree on a word more than both readings have (which had left ink unread).
 * Any sure look that says otherwise leaves the cell open.
 * @param looks as they are compared
 */
export function settledCell(cell: Cell, looks: readonly Look[]): Cell {
  const candidates = [cell.text, ...(cell.alternatives ?? [])];
  const sure = looks.filter(
    ({ text, confidence }) => confidence >= GUESS && !candidates.some((other) => hasMore(other, text)),
  );
  const texts = new Set(sure.map(({ text }) => text));
  const [said] = texts;
  if (said !== undefined && texts.size === 1) {
    const isMore =
      candidates.length === 1 &&
      sure.length >= SEVERAL &&
      looks.length === sure.length &&
      hasMore(said, cell.text);
    if (candidates.includes(said) || isMore) return { text: said, confidence: AGREED, place: cell.place };
  }
  const fullest = candidates.find((text) =>
    candidates.every((other) => other === text || hasMore(text, other)),
  );
  const backing = looks.filter(({ text }) => text === fullest);
  const isBacked =
    fullest !== undefined &&
    backing.length >= SEVERAL &&
    looks.every(({ text }) => text === fullest || (candidates.length > 1 && hasMore(fullest, text)));
  return isBacked ? { text: fullest, confidence: AGREED, place: cell.place } : cell;
}

/** Whether the one text has the words of the other in their order, and further ones of letters among them. */
export function hasMore(one: string, other: string): boolean {
  const words = other.split(' ');
  const further = one.split(' ').filter((word) => {
    if (word !== words[0]) return true;
    words.shift();
    return false;
  });
  return words.length === 0 && further.length > 0 && further.every((word) => /^\p{L}+\.?$/u.test(word));
}
