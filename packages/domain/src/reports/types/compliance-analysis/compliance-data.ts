import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { Cents } from '../../../money/cents.ts';
import type { Alerts } from '../../topics/alerts.ts';
import type { Casework } from '../../topics/casework.ts';
import type { Flows } from '../../topics/flows.ts';
import type { Returns } from '../../topics/returns.ts';
import type { Transfers } from '../../topics/transfers/transfers.ts';

/** A company with flags on its own page that had money in the period. */
export interface FlaggedCompany {
  company: string;
  riskLevel: RiskLevel;
  /** As its page says them. */
  flags: string[];
  cents: Cents;
}

export interface ComplianceData {
  flows: Flows;
  alerts: Alerts;
  casework: Casework;
  returns: Returns;
  international: Transfers['international'];
  /** The riskiest first, then the largest. */
  flagged: FlaggedCompany[];
  flaggedInAll: number;
  /** Imports in the ledger, and rows of them that were rejected. */
  imports: { imports: number; rejectedRows: number };
}
