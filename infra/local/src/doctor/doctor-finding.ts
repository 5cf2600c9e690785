export interface DoctorFinding {
  state: 'well' | 'note' | 'wrong';
  about: string;
  says: string;
  /** A sentence. */
  remedy?: string;
}

/** `note`: works, but an operator should know. */
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

export function formatFinding({ state, about, says, remedy }: DoctorFinding): string[] {
  return [
    `${STATE_LABELS[state]}  ${about}: ${says}`,
    ...(remedy === undefined ? [] : [`       → ${remedy}`]),
  ];
}
