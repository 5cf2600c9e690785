/** An alert in the audit log: by its number alone, because a description names a member. */
export function subjectOf(id: number) {
  return { type: 'alert', id } as const;
}
