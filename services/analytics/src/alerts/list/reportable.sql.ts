import { REPORTABLE_OUTCOMES } from '@clearwatch/domain/fraud/sar-due-day';

/** Alerts `a` that may end in a report; as in the index `unusual_activities_reportable`. */
export const REPORTABLE = `a.review_outcome IN (${REPORTABLE_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})`;
