import type { Holder, Holders } from '../ledger/holders.ts';
import { FIRST_NAMES, MARRIED_LAST_NAMES, PLANTED_LAST_NAMES } from '../world/names.ts';
import type { Pattern } from './pattern.ts';

/** Names that one plant may need; the first five hundred plants have names nobody else in the ledger has. */
const NAMES_PER_PLANT = 7;
const SECOND_NAME = 6;

/** Who takes part: `position` counts the accounts of the plant. */
export function plantedHolders(index: number, position: number, pattern: Pattern): Holders {
  const slot = index * NAMES_PER_PLANT;
  if (pattern.persons === 'each') return [nameAt(slot + position)];
  const first = nameAt(slot);
  if (pattern.persons === 'business')
    return [{ firstName: first.lastName, lastName: `Co ${index + 1}`, middleInitial: null }];
  return pattern.second === undefined ? [first] : [first, SECOND[pattern.second](slot)];
}

const SECOND: Readonly<Record<NonNullable<Pattern['second']>, (slot: number) => Holder>> = {
  /** The joint holder. */
  spouse: (slot) => ({ ...nameAt(slot), firstName: firstNameAt(slot, Math.floor(FIRST_NAMES.length / 2)) }),
  /** The same person after the wedding. */
  married: (slot) => ({
    ...nameAt(slot),
    lastName: MARRIED_LAST_NAMES[(slot / NAMES_PER_PLANT) % MARRIED_LAST_NAMES.length] ?? '',
  }),
  stranger: (slot) => nameAt(slot + SECOND_NAME),
};

function nameAt(slot: number): Holder {
  return { firstName: firstNameAt(slot, 0), lastName: lastNameAt(slot), middleInitial: null };
}

function firstNameAt(slot: number, step: number): string {
  const last = slot % PLANTED_LAST_NAMES.length;
  const round = Math.floor(slot / PLANTED_LAST_NAMES.length);
  return FIRST_NAMES[(round + 37 * last + step) % FIRST_NAMES.length] ?? '';
}

function lastNameAt(slot: number): string {
  return PLANTED_LAST_NAMES[slot % PLANTED_LAST_NAMES.length] ?? '';
}
