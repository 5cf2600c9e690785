import { ACTIVITY_TYPES, type ActivityCategory, type ActivityType, categoryOf } from '@clearwatch/contracts/alerts';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Button, Checkbox } from 'antd';
import { RISK_LABELS } from '../../components/risk-badges.tsx';
import { ViewsMenu } from '../../components/saved-views/views-menu.tsx';
import { bindFields, ChoiceSelect, DayField, FilterBar } from '../../components/tables/list-filters.tsx';
import { REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { canonicalQuery } from '../../lib/list-query.ts';
import {
  ALERT_SORTS,
  type AlertListState,
  type AlertSort,
  CATEGORIES,
  filtersOfTab,
  isAlertListFiltered,
  NO_ALERT_FILTERS,
  readAlertList,
  writeAlertList,
} from './alert-list-state.ts';

const ALERT_LIST = {
  screen: 'fraud',
  canonical: canonicalQuery({ read: readAlertList, write: writeAlertList }),
} as const;
const OUTCOME_LABELS = { ...REVIEW_OUTCOME_LABELS, none: 'No outcome' };
const REVIEW_STATUS_LABELS = { false: 'Unreviewed', true: 'Reviewed' };
const CATEGORY_LABELS = Object.fromEntries(CATEGORIES.map((category) => [category, category])) as Record<
  ActivityCategory,
  string
>;
const TYPE_LABELS = Object.fromEntries(ACTIVITY_TYPES.map((type) => [type, activityLabel(type)])) as Record<
  ActivityType,
  string
>;
const SORT_LABELS: Record<AlertSort, string> = {
  worklist: 'Worklist',
  '-activityDate': 'Newest first',
  activityDate: 'Oldest first',
  '-amount': 'Largest amount first',
  sarDueOn: 'SAR due first',
};

interface AlertFilterBarProps {
  state: AlertListState;
  onChange: (part: Partial<AlertListState>) => void;
  onSearch: (search: string) => void;
}

/** Omits filters that the tab sets. */
export function AlertFilterBar({ state, onChange, onSearch }: AlertFilterBarProps) {
  const fixed = filtersOfTab(state.tab);
  const ownCategory = fixed.category ?? state.category;
  const types = ACTIVITY_TYPES.filter((type) => ownCategory === '' || categoryOf(type) === ownCategory);
  const field = bindFields(state, onChange);
  return (
    <FilterBar
      search={{
        label: 'Search alerts',
        placeholder: 'Member, account or alert text',
        value: state.search,
        onChange: onSearch,
      }}
      label="Filters"
      isNarrowed={isAlertListFiltered({ ...state, search: '' }) || state.sort !== 'worklist'}
      onClear={isAlertListFiltered(state) ? () => onChange(NO_ALERT_FILTERS) : null}
      views={<ViewsMenu list={ALERT_LIST} />}
    >
      {fixed.category === undefined && state.tab !== 'categories' && (
        <ChoiceSelect label="Category" all="All categories" labels={CATEGORY_LABELS} {...field('category')} />
      )}
      <ChoiceSelect
        label="Activity type"
        all="All types"
        values={types}
        labels={TYPE_LABELS}
        {...field('activityType')}
      />
      {fixed.riskLevel === undefined && (
        <ChoiceSelect label="Risk" all="All risk levels" labels={RISK_LABELS} {...field('riskLevel')} />
      )}
      {fixed.reviewed === undefined && (
        <>
          <ChoiceSelect label="Status" all="All statuses" labels={REVIEW_STATUS_LABELS} {...field('reviewed')} />
          <ChoiceSelect label="Outcome" all="Any outcome" labels={OUTCOME_LABELS} {...field('outcome')} />
        </>
      )}
      <AssigneeSelect {...field('assignee')} />
      <DayField label="Start date" {...field('from')} />
      <DayField label="End date" {...field('to')} />
      <Checkbox
        checked={state.due === 'true'}
        onChange={({ target }) => onChange({ due: target.checked ? 'true' : '' })}
      >
        SAR due
      </Checkbox>
      <ChoiceSelect<AlertSort>
        label="Order"
        all={SORT_LABELS.worklist}
        values={ALERT_SORTS.filter((sort) => sort !== 'worklist')}
        labels={SORT_LABELS}
        value={state.sort === 'worklist' ? '' : state.sort}
        onChange={(chosen) => onChange({ sort: chosen || 'worklist' })}
      />
      {state.memberId !== '' && (
        <Button size="small" onClick={() => onChange({ memberId: '' })}>
          Member #{state.memberId} <span aria-hidden>×</span>
          <span className="visually-hidden">(remove)</span>
        </Button>
      )}
    </FilterBar>
  );
}

/** Users cannot list colleagues, so a user id in the URL stays selectable. */
function AssigneeSelect(props: { value: string; onChange: (chosen: string) => void }) {
  const colleague = /^\d/.test(props.value) ? { [props.value]: `User #${props.value}` } : {};
  const labels: Record<string, string> = { me: 'Me', nobody: 'Unassigned', ...colleague }; // cspell:disable-line
  const words = ['me', 'nobody', ...Object.keys(colleague)];
  return <ChoiceSelect label="Assigned to" all="Anyone" values={words} labels={labels} {...props} />;
}
