import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import { type Day, epochDay } from '../calendar/day.ts';
import type { Finding } from './frame.ts';

const RAISED_BY_ALERTS_WITHIN_DAYS = 30;

/** An alert on the same account, of any type. */
export interface NeighbouringAlert {
  accountNumber: string;
  category: string;
  riskLevel: RiskLevel;
  reviewed: boolean;
  anchorDay: Day;
}

/**
 * The finding's risk, one step higher when its account has an unreviewed high alert of another category within 30 days
 * (detection catalogue, section 3). Needs the alerts table, so the caller applies it last.
 */
export function riskAmong(finding: Finding, alerts: readonly NeighbouringAlert[]): RiskLevel {
  const day = epochDay(finding.triggerDay);
  const raised = alerts.some(
    (alert) =>
      alert.accountNumber === finding.accountNumber &&
      alert.category !== finding.category &&
      alert.riskLevel === 'high' &&
      !alert.reviewed &&
      Math.abs(epochDay(alert.anchorDay) - day) <= RAISED_BY_ALERTS_WITHIN_DAYS,
  );
  return raised ? oneStepHigher(finding.riskLevel) : finding.riskLevel;
}

function oneStepHigher(risk: RiskLevel): RiskLevel {
  return RISK_LEVELS[RISK_LEVELS.indexOf(risk) + 1] ?? 'high';
}
