import type { EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import type { Alerts, NotedAlert } from '../../topics/alerts.ts';
import type { Casework } from '../../topics/casework.ts';
import type { Flows } from '../../topics/flows.ts';
import type { MemberRef } from '../../topics/members/member-words.ts';

/** An alert with what its rule measured, and the companies among its entries. */
export interface ExplainedAlert {
  alert: NotedAlert;
  figures: EvidenceFigure[];
  companies: string[];
}

/** A member about whom several rules spoke in the period. */
export interface RepeatedMember {
  member: MemberRef;
  alerts: number;
  high: number;
  activityTypes: string[];
  alertIds: number[];
}

/** A company whose entries are in high-risk alerts of several members. */
export interface SharedCompany {
  company: string;
  members: number;
  alerts: number;
}

export interface FraudData {
  flows: Flows;
  alerts: Alerts;
  casework: Casework;
  explained: ExplainedAlert[];
  members: RepeatedMember[];
  companies: SharedCompany[];
}
