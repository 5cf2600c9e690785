/** One thing that was looked at: what, where, and what to do. */
export interface DoctorFinding {
  state: 'well' | 'note' | 'wrong';
  about: string;
  says: string;
  /** What mends it; a sentence. */
  remedy?: string;
}

export const okFinding = (about: string, says: string): DoctorFinding => ({ state: 'well', about, says });
/** Nothing is broken, but an operator should know. */
export const noteFinding = (about: string, says: string, remedy?: string): DoctorFinding => ({
  state: 'note',
  about,
  says,
  ...(remedy === undefined ? {} : { remedy }),
});
export const problemFinding = (about: string, says: string, remedy: string): DoctorFinding => ({
  state: 'wrong',
  about,
  says,
  remedy,
});

const STATE_LABELS = { well: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

/** As the terminal shows it: one line, and below it what to do. */
export function formatFinding({ state, about, says, remedy }: DoctorFinding): string[] {
  return [
    `${STATE_LABELS[state]}  ${about}: ${says}`,
    ...(remedy === undefined ? [] : [`       → ${remedy}`]),
  ];
}
