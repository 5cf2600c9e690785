import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import {
  ACTIVITY_BANDS,
  type ActivityBand,
  INCOME_BANDS,
  type IncomeBand,
  MODERATE_DAYS,
  RECENT_DAYS,
} from '@clearwatch/domain/members/member-bands';
import { RISK_WORDS } from '../../../risk/risk-badge.tsx';
import { FilterBar } from '../../../tables/filter-bar.tsx';
import { WordSelect } from '../../../tables/word-select.tsx';
import type { ListWithViews } from '../../../views/list-views.ts';
import { ViewsMenu } from '../../../views/views-menu.tsx';
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
  list: ListWithViews;
  onChange: (part: Partial<MemberListState>) => void;
  onSearch: (search: string) => void;
}

export function MemberFilterBar({ state, list, onChange, onSearch }: MemberFilterBarProps) {
  const { riskLevel, incomeBand, activity } = state;
  return (
    <FilterBar
      search={{
        label: 'Search members',
        placeholder: 'Name, company or account number',
        value: state.search,
        onChange: onSearch,
      }}
      words="Filters"
      isNarrowed={`${riskLevel}${incomeBand}${activity}` !== ''}
      onClear={isMemberListFiltered(state) ? () => onChange(NO_MEMBER_FILTERS) : null}
      views={<ViewsMenu list={list} />}
    >
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
    </FilterBar>
  );
}
