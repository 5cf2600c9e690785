import type { ActivityCategory, RiskLevel } from '@clearwatch/contracts/alerts';

export const ALERT_TABS = ['all', 'high', 'unreviewed', 'categories', 'velocity'] as const;
export type AlertTab = (typeof ALERT_TABS)[number];

interface TabWords {
  label: string;
  /** Said when nothing is there (spec section 2). */
  empty: string;
}

export const TAB_WORDS: Record<AlertTab, TabWords> = {
  all: { label: 'All Alerts', empty: 'No unusual activities detected.' },
  high: { label: 'High Risk', empty: 'No high-risk alerts detected.' },
  unreviewed: { label: 'Unreviewed', empty: 'All alerts have been reviewed.' },
  categories: { label: 'By Category', empty: 'No unusual activities detected.' },
  velocity: { label: 'Velocity & Testing', empty: 'No velocity anomalies detected.' },
};

interface Fixed {
  riskLevel?: RiskLevel;
  reviewed?: 'true' | 'false';
  category?: ActivityCategory;
}

/** A tab is a list with a filter that stands: its own field is not offered beside it. */
const FIXED: Record<AlertTab, Fixed> = {
  all: {},
  high: { riskLevel: 'high' },
  unreviewed: { reviewed: 'false' },
  categories: {},
  velocity: { category: 'Velocity & Testing' },
};

export function fixedBy(tab: AlertTab): Fixed {
  return FIXED[tab];
}
