import { ACTIVITY_TYPES, type ActivityCategory, categoryOf } from '@clearwatch/contracts/alerts';
import type { AlertCounts, CategoryCount } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Link, useSearchParams } from 'react-router-dom';
import { Panel } from '../../components/panel.tsx';
import { RiskBadge } from '../../components/risk-badges.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { RULE_DESCRIPTIONS } from '../../lib/alert-labels.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { guidelineOf } from './alert-category-guidelines.ts';
import { alertListAddress, CATEGORIES } from './alert-list-state.ts';

function categoryCountOf({ categories }: AlertCounts, category: ActivityCategory): CategoryCount {
  const known = categories.find((count) => count.category === category);
  return known ?? { category, total: 0, high: 0, unreviewed: 0 };
}

interface CategoryCardsProps {
  counts: AlertCounts;
  shown: ActivityCategory | '';
}

export function CategoryCards({ counts, shown }: CategoryCardsProps) {
  return (
    <section className="category-cards" aria-label="Pattern categories">
      {CATEGORIES.map((category) => (
        <CategoryCard key={category} category={category} counts={counts} isShown={category === shown} />
      ))}
    </section>
  );
}

type CategoryCardProps = { category: ActivityCategory; counts: AlertCounts; isShown: boolean };

function CategoryCard({ category, counts, isShown }: CategoryCardProps) {
  const [here] = useSearchParams();
  const { looksFor, follows } = guidelineOf(category);
  const { total, unreviewed } = categoryCountOf(counts, category);
  const isOther = category === 'Other Patterns';
  const Card = isOther ? 'aside' : 'article';
  return (
    <Card className={`category-card ${isOther ? 'category-card-other' : 'panel'}`} aria-label={category}>
      <h3>
        <Link
          className="whole-card-link"
          // A second click on the shown category clears the filter.
          to={alertListAddress(isShown ? {} : { category }, here)}
          aria-current={isShown || undefined}
        >
          {category}
        </Link>
      </h3>
      <p className="category-card-figure">
        <span className="figures">{formatQuantity(total, 'alert')}</span>
        {!isOther && <RiskBadge level="high" label="High Risk" />}
      </p>
      <p className="category-card-text quiet">{formatOpenCount(total, unreviewed)}</p>
      <p className="category-card-text">{looksFor}</p>
      <p className="category-card-text quiet">{follows}</p>
    </Card>
  );
}

function formatOpenCount(total: number, unreviewed: number): string {
  if (total === 0) return 'no alerts';
  return unreviewed === 0 ? 'all reviewed' : `${formatCount(unreviewed)} unreviewed`;
}

export function CategoryDetails({ counts }: { counts: AlertCounts }) {
  const numbers = (['total', 'high', 'unreviewed'] as const).map(
    (figure): Column<ActivityCategory> => ({
      title: { total: 'Alerts', high: 'High risk', unreviewed: 'Unreviewed' }[figure],
      numeric: true,
      cell: (category) => formatCount(categoryCountOf(counts, category)[figure]),
    }),
  );
  return (
    <Panel title="Detection details" className="panel-body-flush category-details">
      <DataTable
        caption="Detection rules by category"
        columns={[...CATEGORY_COLUMNS, ...numbers]}
        rows={[...CATEGORIES]}
        rowKey={(category) => category}
      />
    </Panel>
  );
}

const CATEGORY_COLUMNS: Column<ActivityCategory>[] = [
  { title: 'Category', cell: (category) => <CategoryDetailsLink category={category} /> },
  { title: 'Rules', cell: (category) => <CategoryRules category={category} /> },
  { title: 'Guidelines', cell: (category) => guidelineOf(category).sources },
];

function CategoryDetailsLink({ category }: { category: ActivityCategory }) {
  const [here] = useSearchParams();
  return <Link to={alertListAddress({ category }, here)}>{category}</Link>;
}

function CategoryRules({ category }: { category: ActivityCategory }) {
  return (
    <ul className="category-rules">
      {ACTIVITY_TYPES.filter((type) => categoryOf(type) === category).map((type) => (
        <li key={type}>
          <strong>{activityLabel(type)}</strong>: {RULE_DESCRIPTIONS[type]}
        </li>
      ))}
    </ul>
  );
}
