import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString, Matches } from 'class-validator';
import { RISK_LEVELS, type RiskLevel } from './alerts.ts';
import { IsDecimalText, IsListOf, IsMoney, IsNested, IsTextList } from './field-decorators.dto.ts';

/** Spec "Company summary": an originator as named in files, all time. */
export class CompanySummary {
  @IsString() company!: string;
  @IsInt() memberCount!: number;
  @IsInt() totalTransactions!: number;
  @IsMoney() totalCredits!: string;
  @IsMoney() totalDebits!: string;
  /** 0 to 100. */
  @IsInt() partnershipScore!: number;
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
  @IsOptional() @IsISO8601() lastActivityDate!: string | null;
}

export class CompaniesOverview {
  @IsOptional() @IsISO8601() asOf!: string | null;
  @IsInt() companies!: number;
  @IsInt() totalMembers!: number;
  @IsInt() totalTransactions!: number;
  @IsInt() highRisk!: number;
}

export class UniqueMembers {
  @IsInt() uniqueMembers!: number;
}

export const RETURN_RATE_SORTS = ['unauthorized', 'administrative', 'overall'] as const;
export type ReturnRateSort = (typeof RETURN_RATE_SORTS)[number];

/** Rate over 60 days, compared with Nacha's limit (Operating Rules, ODFI return rate levels). */
export class ReturnRate {
  @IsIn(RETURN_RATE_SORTS) sort!: ReturnRateSort;
  @IsInt() returns!: number;
  @IsInt() debits!: number;
  /** Percent with two decimal places, or more if needed to show that it exceeds the limit; null without debits. */
  @IsOptional() @IsDecimalText() rate!: string | null;
  /** Percent. */
  @IsDecimalText() limit!: string;
  /** Also false if there are too few returns. */
  @IsBoolean() isAbove!: boolean;
}

export class CompanyRiskMetrics {
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
  @IsMoney() averageDailyVolume!: string;
  @IsMoney() peakTransactionAmount!: string;
  @IsTextList() flags!: string[];
}

export class CompanyWeek {
  /** Monday of the week, ISO date. */
  @IsISO8601() week!: string;
  @IsMoney() credits!: string;
  @IsMoney() debits!: string;
}

export class CompanyMonth {
  /** "2026-11". */
  @Matches(/^\d{4}-\d{2}$/) month!: string;
  @IsInt() transactionCount!: number;
}

export class CompanyTransactionType {
  @IsString() type!: string;
  @IsInt() count!: number;
  @IsMoney() totalAmount!: string;
}

export class CompanyMember {
  @IsInt() id!: number;
  @IsString() firstName!: string;
  @IsString() lastName!: string;
  @IsString() displayName!: string;
  @IsString() accountNumber!: string;
  @IsInt() transactionCount!: number;
  @IsMoney() monthlyIncome!: string;
  @IsMoney() monthlyBills!: string;
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
}

/** Spec "Company detail". */
export class CompanyDetail {
  @IsOptional() @IsISO8601() asOf!: string | null;
  @IsString() company!: string;
  /** "Payment app"; "Unknown line of business" if the name does not show it. */
  @IsString() lineOfBusiness!: string;
  @IsString() lineOfBusinessSource!: string;
  @IsOptional() @IsISO8601() firstActivityDate!: string | null;
  @IsOptional() @IsISO8601() lastActivityDate!: string | null;
  @IsInt() memberCount!: number;
  @IsInt() totalTransactions!: number;
  @IsMoney() avgTransactionAmount!: string;
  @IsInt() partnershipScore!: number;
  @IsNested(() => CompanyRiskMetrics) riskMetrics!: CompanyRiskMetrics;
  @IsListOf(() => ReturnRate) returnRates!: ReturnRate[];
  /** The 52 weeks up to the last active one before `asOf`, including weeks without entries. */
  @IsListOf(() => CompanyWeek) weeklyData!: CompanyWeek[];
  /** The twelve months up to the last active one before `asOf`. */
  @IsListOf(() => CompanyMonth) monthlyData!: CompanyMonth[];
  @IsListOf(() => CompanyTransactionType) transactionTypes!: CompanyTransactionType[];
  /** Most transactions first; at most 500 of `memberCount`. */
  @IsListOf(() => CompanyMember) members!: CompanyMember[];
}
