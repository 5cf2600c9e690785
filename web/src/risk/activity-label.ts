// The evidence that is printed on the server calls activity types the same.
export { activityLabel } from '@clearwatch/domain/fraud/activity-label';
