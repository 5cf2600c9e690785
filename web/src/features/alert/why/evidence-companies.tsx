import type { AlertEvidence, EvidenceCompany } from '@clearwatch/contracts/alerts';
import { Link } from 'react-router-dom';
import { companyAddress } from '../../../addresses/company-address.ts';
import { formatCount } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

/** Whether the companies are old acquaintances of this account and of others. */
export function EvidenceCompanies({ evidence }: { evidence: AlertEvidence }) {
  const { companies, window } = evidence;
  if (companies.length === 0) return null;
  return (
    <section aria-label="Companies of the pattern">
      <h3>Companies</h3>
      <DataTable
        caption="Companies"
        columns={columnsFor(window.firstDay)}
        rows={companies}
        rowKey={({ company }) => company}
      />
    </section>
  );
}

/** @param firstDay of the window: a company first met from then on is new to the account */
function columnsFor(firstDay: string): Column<EvidenceCompany>[] {
  return [
    { title: 'Company', cell: ({ company }) => <Link to={companyAddress(company)}>{company}</Link> },
    {
      title: 'First seen on this account',
      cell: ({ firstSeenOnAccount }) => (
        <span className="evidence-first-seen">
          {formatDay(firstSeenOnAccount)}
          {firstSeenOnAccount >= firstDay && <span className="evidence-mark">New in the window</span>}
        </span>
      ),
    },
    {
      title: 'Other accounts using it',
      cell: ({ otherAccounts }) =>
        otherAccounts === 0 ? <span className="quiet">None</span> : formatCount(otherAccounts),
      numeric: true,
    },
  ];
}
