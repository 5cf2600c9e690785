import { ACTIVITY_TYPES } from '@clearwatch/contracts/fraud/activity-types';
import { ClosedCounter } from '@clearwatch/service-kit/metrics/closed-counter';

export const ALERTS = new ClosedCounter({
  name: 'clearwatch_alerts_total',
  help: 'New alerts by the type of activity; those of tryouts are none.',
  label: 'type',
  values: ACTIVITY_TYPES,
});
