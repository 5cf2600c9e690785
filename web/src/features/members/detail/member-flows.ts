import type { MemberCompany } from '@clearwatch/contracts/members.dto';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import type { Flow } from '../../../charts/sankey-chart.tsx';

/** More bands than this on a side cannot be told apart. */
export const MOST_FLOWS = 8;

/**
 * Who pays in and who collects, the largest first; what is more than eight on a side stands together as one.
 */
export function memberFlows(companies: readonly MemberCompany[]): Flow[] {
  return [...sideOf(companies, 'in'), ...sideOf(companies, 'out')];
}

function sideOf(companies: readonly MemberCompany[], side: Flow['side']): Flow[] {
  const moved = companies
    .map(({ company, credits, debits }) => ({
      name: company,
      cents: parseCents(side === 'in' ? credits : debits),
    }))
    .filter(({ cents }) => cents > 0)
    .toSorted((one, other) => other.cents - one.cents);
  // A single rest would take as much room as the company itself.
  const shown = moved.length > MOST_FLOWS ? moved.slice(0, MOST_FLOWS - 1) : moved;
  const rest = moved.slice(shown.length);
  const flows = shown.map(({ name, cents }) => ({ side, name, amount: formatCents(cents) }));
  if (rest.length === 0) return flows;
  const amount = formatCents(rest.reduce((sum, { cents }) => sum + cents, 0));
  return [...flows, { side, name: `${rest.length} other companies`, amount }];
}
