import { ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { FixedLabelCounter } from '@clearwatch/service-kit/metrics/prometheus-metrics';

export const ALERTS = new FixedLabelCounter({
  name: 'clearwatch_alerts_total',
  help: 'New alerts by the type of activity; those of tryouts are none.',
  label: 'type',
  values: ACTIVITY_TYPES,
});
