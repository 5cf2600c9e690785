/** Changes of a section that are not saved. */
export interface KeptDraft<Fields extends object> {
  /** The version that was shown when the first of them was made; null: none was made. */
  basedOn: number | null;
  changes: Partial<Fields>;
}

export const NO_CHANGES = { basedOn: null, changes: {} };

/** Leaves out what says the same as is saved. */
export function withoutSame<Fields extends object>(changes: Partial<Fields>, saved: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field as keyof Fields]),
    ),
  ) as Partial<Fields>;
}

/**
 * What a tab holds may come from another version: only fields that still exist, with values of their kind.
 * @returns null when it makes no sense
 */
export function readKept<Fields extends object>(
  { basedOn, changes }: Readonly<Record<string, unknown>>,
  saved: Fields,
): KeptDraft<Fields> | null {
  if (typeof basedOn !== 'number' || typeof changes !== 'object' || changes === null) return null;
  const known = Object.entries(changes).filter(
    ([field, value]) =>
      Object.hasOwn(saved, field) && isAlike(value, (saved as Readonly<Record<string, unknown>>)[field]),
  );
  return { basedOn, changes: Object.fromEntries(known) as Partial<Fields> };
}

/** Null stands for a text that is not stated. */
function isAlike(value: unknown, saved: unknown): boolean {
  if (Array.isArray(saved)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  const kindOf = (any: unknown): string => (any === null ? 'string' : typeof any);
  return !Array.isArray(value) && kindOf(value) === kindOf(saved);
}
