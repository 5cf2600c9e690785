import { IsIn, IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';
import { RISK_LEVELS, type RiskLevel } from './alerts.ts';
import { IsDecimalText, IsMoney, IsTextList } from './field-decorators.dto.ts';

/** Days (spec section 9). */
export const DASHBOARD_PERIODS = [30, 60, 90, 365] as const;
export const MAX_PERIOD_DAYS = 3660;

export class MetricsResponse {
  @IsMoney() totalCredits!: string;
  @IsMoney() previousPeriodCredits!: string;
  @IsMoney() totalDebits!: string;
  @IsMoney() previousPeriodDebits!: string;
  @IsInt() activeMembers!: number;
  @IsInt() previousActiveMembers!: number;
  /** Newest posting date in the ledger, ignoring future dates; null for an empty ledger. */
  @IsOptional() @IsISO8601() asOf!: string | null;
}

export class ChartPoint {
  /** Monday of the week, ISO date. */
  @IsISO8601() week!: string;
  @IsMoney() credits!: string;
  @IsMoney() debits!: string;
}

/** Spec "Member summary"; one row per account. */
export class MemberSummary {
  @IsInt() id!: number;
  @IsString() firstName!: string;
  @IsString() lastName!: string;
  @IsString() company!: string;
  @IsString() accountNumber!: string;
  @IsTextList() accountNumbers!: string[];
  @IsMoney() monthlyIncome!: string;
  @IsMoney() monthlyBills!: string;
  /** Bills / income x 100; "0.0" without income. */
  @IsDecimalText() incomeToDebtRatio!: string;
  @IsInt() transactionCount!: number;
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
  @IsOptional() @IsISO8601() lastActivityDate!: string | null;
  @IsMoney() totalCredits!: string;
  @IsMoney() totalDebits!: string;
}
