import type { ExistingAlert, NeighboringAlert } from '@clearwatch/domain/detection/finding-to-alert';

/** An alert of the table as far as new findings are weighed against it. */
export interface StoredAlert extends ExistingAlert, NeighboringAlert {
  activityType: string;
}
