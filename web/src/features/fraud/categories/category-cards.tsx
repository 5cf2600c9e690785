import type { ActivityCategory } from '@clearwatch/contracts/alerts';
import type { AlertCounts } from '@clearwatch/contracts/alerts.dto';
import { Link, useSearchParams } from 'react-router-dom';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import { alertListAddress } from '../list/alert-list-state.ts';
import { guidelineOf, PATTERN_CATEGORIES } from './category-guidelines.ts';
import { countOf } from './count-of.ts';
import './categories.css';

interface CategoryCardsProps {
  counts: AlertCounts;
  /** The category the list is filtered by; empty: none. */
  shown: ActivityCategory | '';
}

/** The nine categories of patterns, and a place for what belongs to none; each leads to its alerts. */
export function CategoryCards({ counts, shown }: CategoryCardsProps) {
  return (
    <section className="category-cards" aria-label="Pattern categories">
      {PATTERN_CATEGORIES.map((category) => (
        <CategoryCard key={category} category={category} counts={counts} isShown={category === shown} />
      ))}
      <OtherPatterns counts={counts} isShown={shown === 'Other Patterns'} />
    </section>
  );
}

interface CategoryCardProps {
  category: ActivityCategory;
  counts: AlertCounts;
  isShown: boolean;
}

function CategoryCard({ category, counts, isShown }: CategoryCardProps) {
  const { risk, looksFor, follows } = guidelineOf(category);
  const { total, unreviewed } = countOf(counts, category);
  return (
    <article className="panel category-card" aria-label={category}>
      <h3>
        <CategoryLink category={category} isShown={isShown} />
      </h3>
      <p className="category-card-figure">
        <span className="figures">{formatCounted(total, 'alert')}</span>
        <RiskBadge level={risk} label="High Risk" />
      </p>
      <p className="category-card-text quiet">{openWords(total, unreviewed)}</p>
      <p className="category-card-text">{looksFor}</p>
      <p className="category-card-text quiet">{follows}</p>
    </article>
  );
}

function OtherPatterns({ counts, isShown }: Omit<CategoryCardProps, 'category'>) {
  const { looksFor, follows } = guidelineOf('Other Patterns');
  const { total, unreviewed } = countOf(counts, 'Other Patterns');
  return (
    <aside className="category-card category-card-other" aria-label="Other Patterns">
      <h3>
        <CategoryLink category="Other Patterns" isShown={isShown} />
      </h3>
      <p className="category-card-figure figures">{formatCounted(total, 'alert')}</p>
      <p className="category-card-text quiet">{openWords(total, unreviewed)}</p>
      <p className="category-card-text">{looksFor}</p>
      <p className="category-card-text quiet">{follows}</p>
    </aside>
  );
}

function openWords(total: number, unreviewed: number): string {
  if (total === 0) return 'none found';
  return unreviewed === 0 ? 'all reviewed' : `${formatCount(unreviewed)} unreviewed`;
}

/** A second click on the category that is shown shows everything again. */
function CategoryLink({ category, isShown }: { category: ActivityCategory; isShown: boolean }) {
  const [here] = useSearchParams();
  return (
    <Link
      className="whole-card-link"
      to={alertListAddress(isShown ? {} : { category }, here)}
      aria-current={isShown || undefined}
    >
      {category}
    </Link>
  );
}
