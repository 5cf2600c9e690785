import { REPORTABLE_OUTCOMES } from '@clearwatch/domain/detection/review-outcomes';

/** Alerts `a` that may end in a report; as in the index `unusual_activities_reportable`. */
export const REPORTABLE = `a.review_outcome IN (${REPORTABLE_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})`;
