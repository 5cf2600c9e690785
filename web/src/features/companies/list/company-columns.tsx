import type { CompanySummary } from '@clearwatch/contracts/companies.dto';
import { Link } from 'react-router-dom';
import { companyAddress } from '../../../addresses/company-address.ts';
import { formatCount } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import type { Column } from '../../../tables/data-table.tsx';
import { ScoreBadge } from '../score-badge.tsx';

export const COMPANY_COLUMNS: Column<CompanySummary>[] = [
  {
    title: 'Company',
    sort: 'company',
    cell: ({ company }) => <strong className="company-name">{company}</strong>,
  },
  {
    title: 'Members',
    sort: 'memberCount',
    definition: 'companyMembers',
    numeric: true,
    cell: ({ memberCount }) => formatCount(memberCount),
  },
  {
    title: 'Transactions',
    sort: 'totalTransactions',
    definition: 'companyTransactions',
    numeric: true,
    cell: ({ totalTransactions }) => formatCount(totalTransactions),
  },
  {
    title: 'Credits',
    sort: 'totalCredits',
    definition: 'companyCredits',
    numeric: true,
    cell: ({ totalCredits }) => formatMoney(totalCredits),
  },
  {
    title: 'Debits',
    sort: 'totalDebits',
    definition: 'companyDebits',
    numeric: true,
    cell: ({ totalDebits }) => formatMoney(totalDebits),
  },
  {
    title: 'Partnership Score',
    sort: 'partnershipScore',
    definition: 'partnershipScore',
    numeric: true,
    cell: ({ partnershipScore }) => <ScoreBadge score={partnershipScore} />,
  },
  {
    title: 'Risk Level',
    sort: 'riskLevel',
    definition: 'companyRiskLevel',
    cell: ({ riskLevel }) => <RiskBadge level={riskLevel} />,
  },
  {
    title: 'Actions',
    cell: ({ company }) => (
      <Link
        to={companyAddress(company)}
        className="company-details"
        aria-label={`View Details of ${company}`}
        // The row leads to the same page; once is enough, and a new tab stays a new tab.
        onClick={(event) => event.stopPropagation()}
      >
        View Details
      </Link>
    ),
  },
];
