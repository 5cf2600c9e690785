import type { ActivityCategory } from '@clearwatch/contracts/alerts';
import type { AlertCounts, CategoryCount } from '@clearwatch/contracts/alerts.dto';

/** The figures of one category; one the server does not name has no alerts. */
export function countOf({ categories }: AlertCounts, category: ActivityCategory): CategoryCount {
  const known = categories.find((count) => count.category === category);
  return known ?? { category, total: 0, high: 0, unreviewed: 0 };
}
