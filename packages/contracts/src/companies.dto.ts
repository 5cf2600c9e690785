import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString, Matches } from 'class-validator';
import { RISK_LEVELS, type RiskLevel } from './alerts.ts';
import { IsDecimalText, IsListOf, IsMoney, IsNested, IsTextList } from './field-decorators.dto.ts';

/** Spec "Company summary": an originator as its files name it, over all time. */
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

/** The four cards of Company Analysis. */
export class CompaniesOverview {
  @IsOptional() @IsISO8601() asOf!: string | null;
  @IsInt() companies!: number;
  /** Accounts that met at least one company. */
  @IsInt() totalMembers!: number;
  @IsInt() totalTransactions!: number;
  @IsInt() highRisk!: number;
}

/** Answer of `GET /api/companies/unique-members`. */
export class UniqueMembers {
  @IsInt() uniqueMembers!: number;
}

export const RETURN_RATE_SORTS = ['unauthorized', 'administrative', 'overall'] as const;
export type ReturnRateSort = (typeof RETURN_RATE_SORTS)[number];

/** A return rate over 60 days against Nacha's limit (Operating Rules, ODFI return rate levels). */
export class ReturnRate {
  @IsIn(RETURN_RATE_SORTS) sort!: ReturnRateSort;
  @IsInt() returns!: number;
  @IsInt() debits!: number;
  /** Percent with two decimals, with more where it takes them to be seen above the limit; null without debits. */
  @IsOptional() @IsDecimalText() rate!: string | null;
  /** Percent. */
  @IsDecimalText() limit!: string;
  /** Also false while there are too few returns to say so. */
  @IsBoolean() isAbove!: boolean;
}

export class CompanyRiskMetrics {
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
  /** Money moved per day between first and last activity. */
  @IsMoney() averageDailyVolume!: string;
  @IsMoney() peakTransactionAmount!: string;
  /** Sentences. */
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

/** Entries of one kind: a transaction code with its direction, as people call it. */
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
  /** Between this member and this company. */
  @IsInt() transactionCount!: number;
  @IsMoney() monthlyIncome!: string;
  @IsMoney() monthlyBills!: string;
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
}

/** Answer of `GET /api/companies/{company}/details` (spec "Company detail"). */
export class CompanyDetail {
  @IsOptional() @IsISO8601() asOf!: string | null;
  @IsString() company!: string;
  /** What the company is, by its name, in words: "Payment app"; "Unknown line of business" where nothing tells. */
  @IsString() lineOfBusiness!: string;
  /** Where that is from. */
  @IsString() lineOfBusinessSource!: string;
  @IsOptional() @IsISO8601() firstActivityDate!: string | null;
  @IsOptional() @IsISO8601() lastActivityDate!: string | null;
  @IsInt() memberCount!: number;
  @IsInt() totalTransactions!: number;
  @IsMoney() avgTransactionAmount!: string;
  @IsInt() partnershipScore!: number;
  @IsNested(() => CompanyRiskMetrics) riskMetrics!: CompanyRiskMetrics;
  @IsListOf(() => ReturnRate) returnRates!: ReturnRate[];
  /** The 52 weeks that end with the last active one up to `asOf`, weeks without entries included. */
  @IsListOf(() => CompanyWeek) weeklyData!: CompanyWeek[];
  /** The twelve months that end with the last active one up to `asOf`. */
  @IsListOf(() => CompanyMonth) monthlyData!: CompanyMonth[];
  @IsListOf(() => CompanyTransactionType) transactionTypes!: CompanyTransactionType[];
  /** Those with the most transactions first; at most 500, `memberCount` says how many there are. */
  @IsListOf(() => CompanyMember) members!: CompanyMember[];
}
