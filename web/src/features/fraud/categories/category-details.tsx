import { ACTIVITY_TYPES, type ActivityCategory, categoryOf } from '@clearwatch/contracts/alerts';
import type { AlertCounts } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Link, useSearchParams } from 'react-router-dom';
import { formatCount } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { RULE_MEANINGS } from '../../../risk/rule-meanings.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { alertListAddress, CATEGORIES } from '../list/alert-list-state.ts';
import { guidelineOf } from './category-guidelines.ts';
import { countOf } from './count-of.ts';
import './categories.css';

/** What each category looks for, rule by rule, on whose word, and what it has found. */
export function CategoryDetails({ counts }: { counts: AlertCounts }) {
  const numbers: Column<ActivityCategory>[] = (
    [
      ['Alerts', 'total'],
      ['High risk', 'high'],
      ['Unreviewed', 'unreviewed'],
    ] as const
  ).map(([title, figure]) => ({
    title,
    numeric: true,
    cell: (category) => formatCount(countOf(counts, category)[figure]),
  }));
  return (
    <Panel title="Detection details" className="panel-body-flush category-details">
      <DataTable
        caption="What is looked for"
        columns={[...COLUMNS, ...numbers]}
        rows={[...CATEGORIES]}
        rowKey={(category) => category}
      />
    </Panel>
  );
}

const COLUMNS: Column<ActivityCategory>[] = [
  {
    title: 'Category',
    cell: (category) => <CategoryLink category={category} />,
  },
  { title: 'Rules', cell: (category) => <Rules category={category} /> },
  { title: 'Guidelines', cell: (category) => guidelineOf(category).sources },
];

/** It is followed with the details open, which stay so. */
function CategoryLink({ category }: { category: ActivityCategory }) {
  const [here] = useSearchParams();
  return <Link to={alertListAddress({ category }, here)}>{category}</Link>;
}

function Rules({ category }: { category: ActivityCategory }) {
  return (
    <ul className="category-rules">
      {ACTIVITY_TYPES.filter((type) => categoryOf(type) === category).map((type) => (
        <li key={type}>
          <strong>{activityLabel(type)}</strong>: {RULE_MEANINGS[type]}
        </li>
      ))}
    </ul>
  );
}
