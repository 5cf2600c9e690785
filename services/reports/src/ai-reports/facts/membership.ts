import { addMonths, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type {
  CompanyOfNewOrQuietMembers,
  Membership,
  QuietMember,
} from '@clearwatch/domain/report-writing/sections/membership-sections';
import { dayOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { memberRefs } from './member-refs.ts';
import { MEMBERSHIP_SQL, MONTHS } from './membership.sql.ts';

const MOST_COMPANIES = 6;

/** Who came, who came back and who went, and through whose money. */
export async function gatherMembership(
  ledger: LedgerFacts,
  { period, previous }: ReportScope,
): Promise<Membership> {
  const lastMonth = monthOf(period.lastDay);
  const months = monthsBetween(addMonths(lastMonth, 1 - MONTHS), lastMonth);
  const rows = await ledger.rows(MEMBERSHIP_SQL, [
    period.firstDay,
    period.lastDay,
    previous.firstDay,
    months.map((month) => `${month}-01`),
  ]);
  const of = (what: string) => rows.filter((row) => textOf(row, 'what') === what);
  const [totals = {}] = of('totals');
  const [money = {}] = of('money');
  const quiet = of('quiet member');
  const refOf = await memberRefs(
    ledger,
    quiet.map((row) => textOf(row, 'name')),
  );
  return {
    active: integerOf(totals, 'first'),
    activeBefore: integerOf(totals, 'second'),
    arrived: integerOf(totals, 'third'),
    arrivedBefore: integerOf(totals, 'fourth'),
    returned: integerOf(money, 'first'),
    quiet: integerOf(money, 'second'),
    arrivedCents: centsIn(totals, 'amount'),
    quietCents: centsIn(money, 'amount'),
    arrivedThrough: most(of('company'), 'first'),
    quietThrough: most(of('company'), 'second'),
    quietFirst: quiet.map(
      (row): QuietMember => ({
        member: refOf(textOf(row, 'name')),
        creditCents: centsIn(row, 'amount'),
        lastDay: dayOf(row, 'day'),
        monthsActive: integerOf(row, 'first'),
      }),
    ),
    months: of('month')
      .map((row) => ({
        month: months[integerOf(row, 'third') - 1] ?? lastMonth,
        active: integerOf(row, 'first'),
        arrived: integerOf(row, 'second'),
      }))
      .filter(({ active }) => active > 0),
  };
}

function most(rows: readonly Row[], column: 'first' | 'second'): CompanyOfNewOrQuietMembers[] {
  return rows
    .map((row) => ({ company: textOf(row, 'name'), members: integerOf(row, column) }))
    .filter(({ members }) => members > 0)
    .toSorted((left, right) => right.members - left.members || (left.company < right.company ? -1 : 1))
    .slice(0, MOST_COMPANIES);
}
