import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { formatDay } from '../../../../formats/dates.ts';
import { formatMoney } from '../../../../formats/money.ts';
import { type Column, DataTable } from '../../../../tables/data-table.tsx';

type DailyTotal = AlertEvidence['dailyTotals'][number];

const COLUMNS: Column<DailyTotal>[] = [
  { title: 'Day', cell: ({ day }) => formatDay(day) },
  { title: 'Account', cell: ({ accountNumber }) => maskAccount(accountNumber) },
  { title: 'Credits', cell: ({ credits }) => formatMoney(credits), numeric: true },
];

/** For structuring: what came in per day on each account of the member. */
export function DailyTotals({ totals }: { totals: DailyTotal[] }) {
  if (totals.length === 0) return null;
  return (
    <section aria-label="Credits per day and account">
      <h3>Credits per day and account</h3>
      <DataTable
        caption="Table of credits per day and account"
        columns={COLUMNS}
        rows={totals}
        rowKey={({ day, accountNumber }) => `${day} ${accountNumber}`}
      />
    </section>
  );
}
