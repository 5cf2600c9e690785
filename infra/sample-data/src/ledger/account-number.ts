/** Share suffixes as credit unions use them: draft (checking), savings, second draft. */
const SUFFIXES = ['70', '00', '71'] as const;
export const SAVINGS_POSITION = 1;
export const MOST_ACCOUNTS_PER_PERSON = SUFFIXES.length;

const MEMBER_NUMBERS = 9_000_000;
/** Has no factor in common with the number of member numbers, so no two persons share one. */
const STEP = 7_654_321;

/** Seven digits of member number, then the share suffix; unique within a ledger. `position` counts a person's accounts. */
export function accountNumberOf(of: { seed: number; personOrdinal: number; position: number }): string {
  const scattered = (of.personOrdinal * STEP + of.seed) % MEMBER_NUMBERS;
  return `${1_000_000 + scattered}${SUFFIXES[of.position]}`;
}
