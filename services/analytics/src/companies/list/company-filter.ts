import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { Conditions } from '../../list-figures/conditions.ts';
import type { ListCompaniesQuery } from './list-companies.query.ts';

const LIMITED = {
  members: 'f.members',
  credits: 'f.credits',
  debits: 'f.debits',
  volume: 'f.credits + f.debits',
} as const;

/** Digits that no sum of the ledger exceeds, with any number of decimals. */
const NUMBER = /^-?\d{1,20}(\.\d{0,20})?$/;

/** Which rows `f` of `analytics.company_figures` a question means. */
export function companyConditions(query: ListCompaniesQuery): Conditions {
  const conditions = new Conditions();
  addSearch(conditions, query.search?.trim() ?? '');
  const name = query.company?.trim() ?? '';
  if (name !== '') conditions.add((at) => `position(analytics.folded(${at}) IN f.sort_name) > 0`, name);
  if (query.riskLevel !== undefined)
    conditions.add((at) => `f.risk = ${at}`, RISK_LEVELS.indexOf(query.riskLevel));
  for (const [limited, figure] of Object.entries(LIMITED) as [keyof typeof LIMITED, string][]) {
    const above = numberOf(query[`${limited}Above`]);
    const below = numberOf(query[`${limited}Below`]);
    if (above !== null) conditions.add((at) => `${figure} > ${at}::numeric`, above);
    if (below !== null) conditions.add((at) => `${figure} < ${at}::numeric`, below);
  }
  return conditions;
}

/** Money is searched as it is kept, "1234.50", however somebody reads it off the screen. */
function addSearch(conditions: Conditions, search: string): void {
  if (search === '') return;
  const written = /^\$?[\d,]+(\.\d*)?$/.test(search) ? search.replaceAll(/[$,]/g, '') : search;
  if (written === search || written === '')
    conditions.add((at) => `position(analytics.folded(${at}) IN f.search_text) > 0`, search);
  else
    conditions.add(
      (at) =>
        `EXISTS (SELECT FROM unnest(${at}::text[]) AS s (text) WHERE position(analytics.folded(s.text) IN f.search_text) > 0)`,
      [search, written],
    );
}

/** The number as it was written, without the marks of money; null for what is none. */
function numberOf(text: string | undefined): string | null {
  const plain = text?.trim().replaceAll(/[$,]/g, '') ?? '';
  return NUMBER.test(plain) ? plain.replace(/\.$/, '') : null;
}
