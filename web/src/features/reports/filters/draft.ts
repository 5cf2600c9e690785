import { cleaned, decimalOf, type FilterState, LISTS, TEXTS } from './filter-state.ts';

/** What changes together. */
const GROUPS: readonly (readonly (keyof FilterState)[])[] = [
  ...[...TEXTS, ...LISTS].map((name) => [name]),
  ['amountIs', 'amount', 'amountTo'],
  ['from', 'to'],
];

/** What the panel holds once its filters were applied: as they count. What does not count stays to be corrected. */
export function appliedDraft(draft: FilterState): FilterState {
  const { amountIs, amount, amountTo, from, to } = draft;
  const clean = cleaned(draft);
  return Object.assign(
    clean,
    clean.amount === '' && { amountIs, amount, amountTo },
    clean.from === '' && { from, to },
  );
}

/**
 * What the panel holds once other filters apply (a chip was removed, the browser went back): what was typed and not applied
 * yet stays, the rest follows.
 */
export function carriedOver(draft: FilterState, before: FilterState, after: FilterState): FilterState {
  const part = (of: FilterState, names: readonly (keyof FilterState)[]): string =>
    JSON.stringify(names.map((name) => of[name]));
  const followed = GROUPS.filter((names) => part(draft, names) === part(before, names)).flat();
  return Object.assign({}, draft, Object.fromEntries(followed.map((name) => [name, after[name]])));
}

/** Why the amount is left out of the search; null when it counts or none is given. */
export function amountProblem({ amountIs, amount, amountTo }: FilterState): string | null {
  const given = amountIs === 'between' ? [amount, amountTo] : [amount];
  if (given.every((text) => text.trim() === '')) return null;
  if (given.some((text) => text.trim() !== '' && decimalOf(text) === null)) {
    return 'Not an amount. Write it like 1234.56; until then it is left out.';
  }
  if (given.some((text) => text.trim() === '')) return 'Both amounts are needed; until then it is left out.';
  return null;
}

/** Why the days are left out of the search; null when they count or none is given. */
export function daysProblem({ from, to }: FilterState): string | null {
  return (from === '') === (to === '') ? null : 'Both days are needed; until then they are left out.';
}
