import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { RISK_WORDS } from '../../../risk/risk-badge.tsx';
import { DelayedField } from '../../../tables/delayed-field.tsx';
import { FilterBar } from '../../../tables/filter-bar.tsx';
import { WordSelect } from '../../../tables/word-select.tsx';
import type { ListWithViews } from '../../../views/list-views.ts';
import { ViewsMenu } from '../../../views/views-menu.tsx';
import {
  type CompanyListState,
  isCompanyListFiltered,
  isCompanyListNarrowed,
  LIMITED_FIGURES,
  NO_COMPANY_FILTERS,
} from './company-list-state.ts';
import { LimitField } from './limit-field.tsx';

interface CompanyFilterBarProps {
  state: CompanyListState;
  list: ListWithViews;
  onChange: (part: Partial<CompanyListState>) => void;
  /** For text as it is typed. */
  onType: (part: Partial<CompanyListState>) => void;
}

export function CompanyFilterBar({ state, list, onChange, onType }: CompanyFilterBarProps) {
  return (
    <FilterBar
      search={{
        label: 'Search companies',
        placeholder: 'Company, risk, amount, count or score',
        value: state.search,
        onChange: (search) => onType({ search }),
      }}
      words="Advanced Filters"
      isNarrowed={isCompanyListNarrowed(state)}
      onClear={isCompanyListFiltered(state) ? () => onChange(NO_COMPANY_FILTERS) : null}
      views={<ViewsMenu list={list} />}
    >
      <DelayedField
        className="company-name-filter"
        label="Company name"
        placeholder="Company name"
        value={state.company}
        onChange={(company) => onType({ company })}
      />
      {LIMITED_FIGURES.map((figure) => (
        <LimitField key={figure} figure={figure} state={state} onChange={onChange} onType={onType} />
      ))}
      <WordSelect
        label="Risk Level"
        all="All"
        words={RISK_LEVELS}
        labels={RISK_WORDS}
        value={state.riskLevel}
        onChange={(riskLevel) => onChange({ riskLevel })}
      />
    </FilterBar>
  );
}
