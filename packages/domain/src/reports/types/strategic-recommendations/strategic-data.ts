import type { Cents } from '../../../money/cents.ts';
import type { Alerts } from '../../topics/alerts.ts';
import type { Casework } from '../../topics/casework.ts';
import type { Concentration } from '../../topics/members/concentration.ts';
import type { Membership } from '../../topics/members/membership.ts';
import type { Returns } from '../../topics/returns.ts';
import type { MoneyData } from '../../topics/what-changed.ts';

/** A company by what it paid members in the period. */
export interface Payer {
  company: string;
  cents: Cents;
  /** Accounts with entries of it, ever. */
  members: number;
}

/** A company that pays members, as the list of companies judges it. */
export interface Partner extends Payer {
  /** Partnership score, 0 to 100. */
  score: number;
}

export interface StrategicData extends MoneyData {
  alerts: Alerts;
  casework: Casework;
  returns: Returns;
  membership: Membership;
  concentration: Concentration;
  /** The largest first. */
  payers: Payer[];
  /** Companies without a risk flag and with the highest scores that pay several members. */
  partners: Partner[];
}
