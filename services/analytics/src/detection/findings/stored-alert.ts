import type { ExistingAlert } from '@clearwatch/domain/fraud/cooling';
import type { NeighbouringAlert } from '@clearwatch/domain/fraud/raise-risk';

/** An alert of the table as far as new findings are weighed against it. */
export interface StoredAlert extends ExistingAlert, NeighbouringAlert {
  activityType: string;
}
