import type { AlertEvidence, EvidenceCompany } from '@clearwatch/contracts/fraud/alert-evidence';
import { formatCount } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const COLUMNS: Column<EvidenceCompany>[] = [
  { title: 'Company', cell: ({ company }) => company },
  { title: 'First seen on this account', cell: ({ firstSeenOnAccount }) => formatDay(firstSeenOnAccount) },
  {
    title: 'Other accounts using it',
    cell: ({ otherAccounts }) => formatCount(otherAccounts),
    numeric: true,
  },
];

/** Whether the companies are old acquaintances of this account and of others. */
export function EvidenceCompanies({ evidence: { companies } }: { evidence: AlertEvidence }) {
  if (companies.length === 0) return null;
  return (
    <section>
      <h3>Companies</h3>
      <DataTable caption="Companies" columns={COLUMNS} rows={companies} rowKey={({ company }) => company} />
    </section>
  );
}
