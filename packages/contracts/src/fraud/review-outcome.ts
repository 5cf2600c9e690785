/** What an analyst decided about an alert; `null` on the alert means reviewed without a stated outcome. */
export const REVIEW_OUTCOMES = ['false_positive', 'explained', 'suspicious', 'escalated'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

/** Most alerts that one bulk review names. */
export const MOST_REVIEWED_AT_ONCE = 500;
