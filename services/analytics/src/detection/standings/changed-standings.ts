import type { CompanyRow } from '../companies/company-rows.ts';
import type { CompanyStanding } from '../companies/company-standing.ts';

/** A company as the last listing saw it. */
export interface KeptCompany extends CompanyRow, CompanyStanding {}

/** Companies that are to be taken for something else than before, by their key. */
export interface ChangedStandings {
  /** Known now: rules that spoke may be silent, and hardly any that was silent will speak. With how many accounts use it. */
  becameKnown: Map<string, number>;
  /** No longer known, or a spray now, or no longer one: rules that were silent may speak. */
  others: Set<string>;
}

const NOTHING: CompanyStanding = { isKnown: false, isSpray: false };

/** Sets what a listing saw against what the one before did; a company that is on one side only was, or is, nothing. */
export function changedStandings(
  before: ReadonlyMap<string, CompanyStanding>,
  now: ReadonlyMap<string, KeptCompany>,
): ChangedStandings {
  const changed: ChangedStandings = { becameKnown: new Map(), others: new Set() };
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(key) ?? NOTHING, now.get(key) ?? NOTHING];
    if (was.isSpray !== is.isSpray || (was.isKnown && !is.isKnown)) changed.others.add(key);
    else if (!was.isKnown && is.isKnown) changed.becameKnown.set(key, now.get(key)?.accounts ?? 0);
  }
  return changed;
}
