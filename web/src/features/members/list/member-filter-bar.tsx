import { FilterOutlined } from '@ant-design/icons';
import { RISK_LEVELS } from '@clearwatch/contracts/fraud/risk-level';
import {
  ACTIVITY_BANDS,
  type ActivityBand,
  MODERATE_DAYS,
  RECENT_DAYS,
} from '@clearwatch/domain/members/activity-band';
import { INCOME_BANDS, type IncomeBand } from '@clearwatch/domain/members/income-band';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { RISK_WORDS } from '../../../risk/risk-badge.tsx';
import { DelayedField } from '../../../tables/delayed-field.tsx';
import { WordSelect } from '../../../tables/word-select.tsx';
import '../../../tables/list-filters.css';
import { isMemberListFiltered, type MemberListState, NO_MEMBER_FILTERS } from './member-list-state.ts';

const INCOME_WORDS: Record<IncomeBand, string> = {
  low: 'Low (under $3,000)',
  medium: 'Medium ($3,000 to under $7,000)',
  high: 'High ($7,000 and more)',
};
const ACTIVITY_WORDS: Record<ActivityBand, string> = {
  recent: `Recent (up to ${RECENT_DAYS} days)`,
  moderate: `Moderate (up to ${MODERATE_DAYS} days)`,
  old: `Old (over ${MODERATE_DAYS} days)`,
};

interface MemberFilterBarProps {
  state: MemberListState;
  onChange: (part: Partial<MemberListState>) => void;
  onSearch: (search: string) => void;
}

export function MemberFilterBar({ state, onChange, onSearch }: MemberFilterBarProps) {
  const { riskLevel, incomeBand, activity } = state;
  const [chosen, setChosen] = useState<boolean | null>(null);
  // Filters that came with the address stand in sight until somebody folds them away.
  const open = chosen ?? `${riskLevel}${incomeBand}${activity}` !== '';
  const id = useId();
  return (
    <section className="list-filters" aria-label="Search and filters">
      <div className="list-filters-line">
        <DelayedField
          className="list-search"
          label="Search members"
          placeholder="Name, company or account number"
          value={state.search}
          onChange={onSearch}
        />
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setChosen(!open)}
        >
          Filters
        </Button>
        {isMemberListFiltered(state) && (
          <Button type="link" onClick={() => onChange(NO_MEMBER_FILTERS)}>
            Clear
          </Button>
        )}
      </div>
      <div id={id} className="list-filters-line" hidden={!open}>
        <WordSelect
          label="Risk Level"
          all="All risk levels"
          words={RISK_LEVELS}
          labels={RISK_WORDS}
          value={riskLevel}
          onChange={(chosen) => onChange({ riskLevel: chosen })}
        />
        <WordSelect
          label="Monthly Income"
          all="All incomes"
          words={INCOME_BANDS}
          labels={INCOME_WORDS}
          value={incomeBand}
          onChange={(chosen) => onChange({ incomeBand: chosen })}
        />
        <WordSelect
          label="Last Activity"
          all="Any time"
          words={ACTIVITY_BANDS}
          labels={ACTIVITY_WORDS}
          value={activity}
          onChange={(chosen) => onChange({ activity: chosen })}
        />
      </div>
    </section>
  );
}
