import { FilterOutlined } from '@ant-design/icons';
import { RISK_LEVELS } from '@clearwatch/contracts/fraud/risk-level';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { RISK_WORDS } from '../../../risk/risk-badge.tsx';
import { DelayedField } from '../../../tables/delayed-field.tsx';
import { WordSelect } from '../../../tables/word-select.tsx';
import {
  type CompanyListState,
  isCompanyListFiltered,
  isCompanyListNarrowed,
  LIMITED_FIGURES,
  NO_COMPANY_FILTERS,
} from './company-list-state.ts';
import { LimitField } from './limit-field.tsx';
import '../../../tables/list-filters.css';

interface CompanyFilterBarProps {
  state: CompanyListState;
  onChange: (part: Partial<CompanyListState>) => void;
  /** For text as it is typed. */
  onType: (part: Partial<CompanyListState>) => void;
}

export function CompanyFilterBar({ state, onChange, onType }: CompanyFilterBarProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  // Filters that came with the address stand in sight until somebody folds them away.
  const open = chosen ?? isCompanyListNarrowed(state);
  const id = useId();
  return (
    <section className="list-filters" aria-label="Search and filters">
      <div className="list-filters-line">
        <DelayedField
          className="list-search"
          label="Search companies"
          placeholder="Company, risk, amount, count or score"
          value={state.search}
          onChange={(search) => onType({ search })}
        />
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setChosen(!open)}
        >
          Advanced Filters
        </Button>
        {isCompanyListFiltered(state) && (
          <Button type="link" onClick={() => onChange(NO_COMPANY_FILTERS)}>
            Clear
          </Button>
        )}
      </div>
      <div id={id} className="list-filters-line" hidden={!open}>
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
      </div>
    </section>
  );
}
