/** Risk of an alert, a member or a company, lowest first, so that the index is the sort order. */
export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];
