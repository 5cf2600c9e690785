import type { NotedAlert } from '../../topics/alerts.ts';
import type { Concentration } from '../../topics/members/concentration.ts';
import type { Standing } from '../../topics/members/standing.ts';
import type { MoneyData } from '../../topics/what-changed.ts';

export interface HighValueData extends Pick<MoneyData, 'flows' | 'contributions'> {
  concentration: Concentration;
  /** Members with the most credits of the period, the largest first. */
  top: readonly Standing[];
  /** Those with the most credits of the period before. */
  former: readonly Standing[];
  /** Their open alerts of high and medium risk, whatever the day. */
  alerts: readonly NotedAlert[];
}
