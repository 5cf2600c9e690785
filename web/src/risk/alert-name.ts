import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';

/** What tells an alert's buttons from those of the others when they are read out one by one. */
export function alertName({ activityType, memberName }: UnusualActivity): string {
  return `${activityLabel(activityType)}, ${memberName}`;
}
