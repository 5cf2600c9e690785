/** White between two neighbouring letters, and whether the reader took it for a blank between words. */
export interface LetterGap {
  /** How far apart their ink stands, as a part of how high the line is: the same at every size of print. */
  size: number;
  isBlank: boolean;
}

/** Letters that stand no further apart than `together` are of one word, those at least `apart` of two; in between nobody knows. */
export interface Spacing {
  together: number;
  apart: number;
}

/** Fewer gaps say nothing of a page. */
const LEAST_GAPS = 30;
const LEAST_BLANKS = 6;
/** The reader errs in a few: the widest of its gaps within words, and the narrowest of its blanks, are left out. */
const WITHIN = 0.98;
const BETWEEN = 0.1;
/** So much wider than gaps within words blanks are, or the print is too loose to tell. */
const CLEARLY = 1.25;
/** Of the stretch between the two. */
const UNSURE = { from: 0.35, to: 0.65 } as const;
/** Where gaps and blanks run into each other: parts of a usual blank. */
const LOOSE = { together: 0.45, apart: 0.8 } as const;

/** How wide gaps and blanks are in this print, by those of a whole page; null when there are too few to tell. */
export function spacingOf(gaps: readonly LetterGap[]): Spacing | null {
  const within = sizes(gaps, false);
  const between = sizes(gaps, true);
  if (between.length < LEAST_BLANKS) return null;
  const widest = at(within, WITHIN);
  const narrowest = at(between, BETWEEN);
  if (within.length < LEAST_GAPS || narrowest < CLEARLY * widest) {
    const usual = at(between, 0.5);
    return { together: LOOSE.together * usual, apart: LOOSE.apart * usual };
  }
  const stretch = narrowest - widest;
  return { together: widest + UNSURE.from * stretch, apart: widest + UNSURE.to * stretch };
}

const sizes = (gaps: readonly LetterGap[], isBlank: boolean): number[] =>
  gaps
    .filter((gap) => gap.isBlank === isBlank && Number.isFinite(gap.size))
    .map(({ size }) => size)
    .toSorted((one, other) => one - other);

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
