/** One thing that was looked at: what, where, and what to do. */
export interface DoctorFinding {
  state: 'well' | 'note' | 'wrong';
  about: string;
  says: string;
  /** What mends it; a sentence. */
  remedy?: string;
}

/** Builds findings about one subject; `note` means that nothing is broken, but an operator should know. */
export function about(subject: string) {
  const finding =
    (state: DoctorFinding['state']) =>
    (says: string, remedy?: string): DoctorFinding => ({
      state,
      about: subject,
      says,
      ...(remedy === undefined ? {} : { remedy }),
    });
  return { ok: finding('well'), note: finding('note'), problem: finding('wrong') };
}

const STATE_LABELS = { well: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

/** As the terminal shows it: one line, and below it what to do. */
export function formatFinding({ state, about, says, remedy }: DoctorFinding): string[] {
  return [
    `${STATE_LABELS[state]}  ${about}: ${says}`,
    ...(remedy === undefined ? [] : [`       → ${remedy}`]),
  ];
}
