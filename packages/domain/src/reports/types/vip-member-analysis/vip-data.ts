import type { Cents } from '../../../money/cents.ts';
import type { NotedAlert } from '../../topics/alerts.ts';
import type { Flows } from '../../topics/flows.ts';
import type { Standing } from '../../topics/members/standing.ts';

export interface VipData {
  flows: Flows;
  /** Members with regular credits, those with the largest usual month first. */
  members: readonly Standing[];
  /** Months with credits within the year from which on credits are regular here. */
  leastMonths: number;
  /** Credits of the year: of all members, and of those above. */
  yearCents: Cents;
  vipYearCents: Cents;
  /** Open alerts of high and medium risk on them. */
  alerts: readonly NotedAlert[];
}
