/** One thing that was looked at: what, where, and what to do. */
export interface Finding {
  state: 'well' | 'note' | 'wrong';
  about: string;
  says: string;
  /** What mends it; a sentence. */
  remedy?: string;
}

export const well = (about: string, says: string): Finding => ({ state: 'well', about, says });
/** Nothing is broken, but an operator should know. */
export const note = (about: string, says: string, remedy?: string): Finding => ({
  state: 'note',
  about,
  says,
  ...(remedy === undefined ? {} : { remedy }),
});
export const wrong = (about: string, says: string, remedy: string): Finding => ({
  state: 'wrong',
  about,
  says,
  remedy,
});

const SIGNS = { well: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

/** As the terminal shows it: one line, and below it what to do. */
export function linesOf({ state, about, says, remedy }: Finding): string[] {
  return [`${SIGNS[state]}  ${about}: ${says}`, ...(remedy === undefined ? [] : [`       → ${remedy}`])];
}
