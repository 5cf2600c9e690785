import type { CompanySummary } from '@clearwatch/contracts/companies.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { listCompanies } from '../../api/companies-api.ts';
import { Panel, PanelEmpty } from '../../components/panel.tsx';
import { RISK_LABELS, RiskBadge } from '../../components/risk-badges.tsx';
import { ViewsMenu } from '../../components/saved-views/views-menu.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, countColumn, moneyColumn } from '../../components/tables/data-table.tsx';
import { bindFields, ChoiceSelect, DebouncedField, FilterBar } from '../../components/tables/list-filters.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { ScoreBadge } from '../../components/tone-badge.tsx';
import { canonicalQuery } from '../../lib/list-query.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import { companyPath, useRememberListQuery } from '../../lib/page-paths.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import {
  COMPANIES_PER_PAGE,
  COMPANY_LIST,
  COMPARISONS,
  type CompanyListState,
  type Comparison,
  LIMITED_FIGURES,
  type LimitedFigure,
} from './company-list-state.ts';

const COMPANY_COLUMNS: Column<CompanySummary>[] = [
  {
    title: 'Company',
    sort: 'company',
    cell: ({ company }) => <strong className="company-name">{company}</strong>,
  },
  countColumn('Members', 'memberCount', { sort: 'memberCount', definition: 'companyMembers' }),
  countColumn('Transactions', 'totalTransactions', {
    sort: 'totalTransactions',
    definition: 'companyTransactions',
  }),
  moneyColumn('Credits', 'totalCredits', { sort: 'totalCredits', definition: 'companyCredits' }),
  moneyColumn('Debits', 'totalDebits', { sort: 'totalDebits', definition: 'companyDebits' }),
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
        to={companyPath(company)}
        className="company-details"
        aria-label={`View Details for ${company}`}
        // A click on the row opens the same page.
        onClick={(event) => event.stopPropagation()}
      >
        View Details
      </Link>
    ),
  },
];

const LIMIT_LABELS: Record<LimitedFigure, string> = {
  members: 'Members',
  credits: 'Credits',
  debits: 'Debits',
  volume: 'Total Volume',
};
const COMPARISON_OPTIONS = COMPARISONS.map((value) => ({
  value,
  label: value === 'Above' ? 'Greater than' : 'Less than',
}));

interface LimitFieldProps {
  figure: LimitedFigure;
  state: CompanyListState;
  onChange: (part: Partial<CompanyListState>) => void;
  onType: (part: Partial<CompanyListState>) => void;
}

/** Text that is not a number is sent, and the server ignores it (spec section 5). */
function LimitField({ figure, state, onChange, onType }: LimitFieldProps) {
  const label = LIMIT_LABELS[figure];
  const [chosen, setChosen] = useState<Comparison>('Above');
  const given = COMPARISONS.find((comparison) => state[`${figure}${comparison}`] !== '');
  const comparison = given ?? chosen;
  const value = state[`${figure}${comparison}`];
  const limits = (kind: Comparison, number: string): Partial<CompanyListState> => ({
    [`${figure}Above`]: kind === 'Above' ? number : '',
    [`${figure}Below`]: kind === 'Below' ? number : '',
  });
  return (
    <fieldset className="limit-field">
      <legend>{label}</legend>
      <Select<Comparison>
        aria-label={`${label}: comparison`}
        className="limit-comparison"
        options={COMPARISON_OPTIONS}
        value={comparison}
        onChange={(kind) => {
          setChosen(kind);
          if (value !== '') onChange(limits(kind, value));
        }}
      />
      <DebouncedField
        label={`${label}: number`}
        className="limit-number"
        inputMode="decimal"
        placeholder={figure === 'members' ? '10' : '1,000.00'}
        value={value}
        onChange={(number) => onType(limits(comparison, number))}
      />
    </fieldset>
  );
}

const canonicalCompanyQuery = canonicalQuery(COMPANY_LIST);

export function CompanyList() {
  const { state, change, amend } = useUrlState(COMPANY_LIST);
  const companies = useQuery(listCompanies(COMPANY_LIST.query(state)));
  const navigate = useNavigate();
  useRememberListQuery('/companies');
  const columns = useColumnChoice('companies', COMPANY_COLUMNS);
  const total = companies.data?.total ?? 0;
  const isFiltered = COMPANY_LIST.isFiltered(state);
  const clear = (): void => change(COMPANY_LIST.none);
  return (
    <Panel
      title="Companies"
      note={total > 0 && formatQuantity(total, 'company', 'companies')}
      className="panel-body-flush list-panel"
      actions={columns.chooser}
    >
      <FilterBar
        search={{
          label: 'Search companies',
          placeholder: 'Company, risk, amount, count or score',
          value: state.search,
          onChange: (search) => amend({ search }),
        }}
        label="Advanced Filters"
        isNarrowed={COMPANY_LIST.isFiltered({ ...state, search: '' })}
        onClear={isFiltered ? clear : null}
        views={<ViewsMenu list={{ screen: 'companies', canonical: canonicalCompanyQuery, columns }} />}
      >
        <DebouncedField
          className="company-name-filter"
          label="Company name"
          placeholder="Company name"
          value={state.company}
          onChange={(company) => amend({ company })}
        />
        {LIMITED_FIGURES.map((figure) => (
          <LimitField key={figure} figure={figure} state={state} onChange={change} onType={amend} />
        ))}
        <ChoiceSelect label="Risk Level" all="All" labels={RISK_LABELS} {...bindFields(state, change)('riskLevel')} />
      </FilterBar>
      <PagedList
        caption="Companies and their figures"
        query={companies}
        columns={columns.shown}
        rowKey={({ company }) => company}
        onOpen={({ company }) => void navigate(companyPath(company))}
        sorting={COMPANY_LIST.sorting(state, change)}
        page={state.page}
        pageSize={COMPANIES_PER_PAGE}
        onPage={(page) => change({ page })}
        failed="Failed to load company data. Please try again."
        empty={
          isFiltered ? (
            <PanelEmpty text="No Companies Match Your Filters">
              <Button onClick={clear}>Clear</Button>
            </PanelEmpty>
          ) : (
            <PanelEmpty text="No Companies Found">
              <Link to="/import">Import a file</Link>
            </PanelEmpty>
          )
        }
      />
    </Panel>
  );
}
