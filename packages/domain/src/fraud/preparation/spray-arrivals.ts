import type { Day } from '../../calendar/day.ts';
import type { CompanyTable } from '../companies.ts';
import type { PreparedEntry } from './prepared-entry.ts';

export interface SprayArrival {
  /** Its name, as the first of the entries has it. */
  company: string;
  /** Its first entry at the institution. */
  firstDay: Day;
  /** Accounts it has debited, and those of them at once. */
  accounts: number;
  atOnce: number;
}

/** How each company of the debits arrived at the institution, in the order of the debits. */
export function sprayArrivals(debits: readonly PreparedEntry[], companies: CompanyTable): SprayArrival[] {
  const seen = new Set<string>();
  return debits.flatMap(({ entry: { company, companyKey, day } }) => {
    const arrival = companies.debitsOnArrival(companyKey);
    if (arrival === null || seen.has(companyKey)) return [];
    seen.add(companyKey);
    return [{ company, firstDay: companies.firstSeen(companyKey) ?? day, ...arrival }];
  });
}
