export interface DoctorFinding {
  state: 'well' | 'note' | 'wrong';
  about: string;
  summary: string;
  remedy?: string;
}

/** `note`: not a problem, but worth an operator's attention. */
export function about(subject: string) {
  const finding =
    (state: DoctorFinding['state']) =>
    (summary: string, remedy?: string): DoctorFinding => ({
      state,
      about: subject,
      summary,
      ...(remedy === undefined ? {} : { remedy }),
    });
  return { ok: finding('well'), note: finding('note'), problem: finding('wrong') };
}

const STATE_LABELS = { well: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

export function formatFinding({ state, about, summary, remedy }: DoctorFinding): string[] {
  return [`${STATE_LABELS[state]}  ${about}: ${summary}`, ...(remedy === undefined ? [] : [`       → ${remedy}`])];
}
