import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { CompanySummary } from '@clearwatch/contracts/companies.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { listCompanies } from '../../api/companies-api.ts';
import { Panel, PanelEmpty } from '../../components/panel.tsx';
import { RISK_LABELS, RiskBadge } from '../../components/risk-badges.tsx';
import type { ListWithViews } from '../../components/saved-views/list-views.ts';
import { ViewsMenu } from '../../components/saved-views/views-menu.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, nextSorting } from '../../components/tables/data-table.tsx';
import { ChoiceSelect, DebouncedField, FilterBar } from '../../components/tables/list-filters.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { mainPopupContainer } from '../../components/theme-provider.tsx';
import { ScoreBadge } from '../../components/tone-badge.tsx';
import { canonicalQuery } from '../../lib/list-query.ts';
import { formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { companyPath, useRememberListQuery } from '../../lib/page-paths.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import {
  COMPANIES_PER_PAGE,
  COMPARISONS,
  type CompanyListState,
  type Comparison,
  companyListQuery,
  hasAdvancedCompanyFilters,
  isCompanyListFiltered,
  isCompanySort,
  LIMITED_FIGURES,
  type LimitedFigure,
  NO_COMPANY_FILTERS,
  readCompanyList,
  writeCompanyList,
} from './company-list-state.ts';

const COMPANY_COLUMNS: Column<CompanySummary>[] = [
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
        to={companyPath(company)}
        className="company-details"
        aria-label={`View Details of ${company}`}
        // The row opens the same page.
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
        getPopupContainer={mainPopupContainer}
        virtual={false}
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

interface CompanyFilterBarProps {
  state: CompanyListState;
  list: ListWithViews;
  onChange: (part: Partial<CompanyListState>) => void;
  onType: (part: Partial<CompanyListState>) => void;
}

function CompanyFilterBar({ state, list, onChange, onType }: CompanyFilterBarProps) {
  return (
    <FilterBar
      search={{
        label: 'Search companies',
        placeholder: 'Company, risk, amount, count or score',
        value: state.search,
        onChange: (search) => onType({ search }),
      }}
      words="Advanced Filters"
      isNarrowed={hasAdvancedCompanyFilters(state)}
      onClear={isCompanyListFiltered(state) ? () => onChange(NO_COMPANY_FILTERS) : null}
      views={<ViewsMenu list={list} />}
    >
      <DebouncedField
        className="company-name-filter"
        label="Company name"
        placeholder="Company name"
        value={state.company}
        onChange={(company) => onType({ company })}
      />
      {LIMITED_FIGURES.map((figure) => (
        <LimitField key={figure} figure={figure} state={state} onChange={onChange} onType={onType} />
      ))}
      <ChoiceSelect
        label="Risk Level"
        all="All"
        words={RISK_LEVELS}
        labels={RISK_LABELS}
        value={state.riskLevel}
        onChange={(riskLevel) => onChange({ riskLevel })}
      />
    </FilterBar>
  );
}

const COMPANY_LIST_ADDRESS = { read: readCompanyList, write: writeCompanyList };
const canonicalCompanyQuery = canonicalQuery(COMPANY_LIST_ADDRESS);

export function CompanyList() {
  const { state, change, amend } = useUrlState(COMPANY_LIST_ADDRESS);
  const companies = useQuery(listCompanies(companyListQuery(state)));
  const navigate = useNavigate();
  useRememberListQuery('/companies');
  const columns = useColumnChoice('companies', COMPANY_COLUMNS);
  const total = companies.data?.total ?? 0;
  const sortBy = (sort: string): void => {
    // Spec section 4: the first click on a column sorts descending.
    const next = nextSorting(state, sort, 'desc');
    if (isCompanySort(next.sort)) change({ sort: next.sort, order: next.order });
  };
  return (
    <Panel
      title="Companies"
      badges={total > 0 && <span className="quiet">{formatQuantity(total, 'company', 'companies')}</span>}
      className="panel-body-flush list-panel"
      actions={columns.chooser}
    >
      <CompanyFilterBar
        state={state}
        list={{ screen: 'companies', canonical: canonicalCompanyQuery, columns }}
        onChange={change}
        onType={amend}
      />
      <PagedList
        caption="Companies and their figures"
        query={companies}
        columns={columns.shown}
        rowKey={({ company }) => company}
        onOpen={({ company }) => void navigate(companyPath(company))}
        sorting={{ sort: state.sort, order: state.order, onSort: sortBy }}
        page={state.page}
        pageSize={COMPANIES_PER_PAGE}
        onPage={(page) => change({ page })}
        failed="Failed to load company data. Please try again."
        empty={
          isCompanyListFiltered(state) ? (
            <PanelEmpty text="No Companies Match Your Filters">
              <Button onClick={() => change(NO_COMPANY_FILTERS)}>Clear</Button>
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
