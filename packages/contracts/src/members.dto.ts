import { IsBoolean, IsIn, IsInt, IsISO8601, IsNumber, IsOptional, IsString, Matches } from 'class-validator';
import { RISK_LEVELS, type RiskLevel } from './alerts.ts';
import { MemberSummary } from './dashboard.dto.ts';
import { IsDecimalText, IsListOf, IsMoney, IsNested } from './field-decorators.dto.ts';

export class MembersCount {
  @IsInt() totalMembers!: number;
}

/** One account: two people may share a name. Figures cover the twelve months up to the as-of day. */
export class MemberRow extends MemberSummary {
  /** First and last name, else last, else "{company} Account", else "Account {number}". */
  @IsString() displayName!: string;
  /** Accounts with this name, including this one; 1 for an account without a name. */
  @IsInt() accountCount!: number;
}

export class MembersOverview {
  @IsOptional() @IsISO8601() asOf!: string | null;
  @IsInt() totalMembers!: number;
  @IsInt() highRisk!: number;
  /** Active within 365 days of the as-of day. */
  @IsInt() activeThisYear!: number;
  /** Rounded to the dollar. */
  @IsMoney() avgCredits!: string;
}

export class RelatedAccount {
  @IsInt() id!: number;
  @IsString() accountNumber!: string;
  @IsString() company!: string;
  @IsMoney() totalCredits!: string;
  @IsMoney() totalDebits!: string;
}

export class MemberMonth {
  /** "2026-11". */
  @Matches(/^\d{4}-\d{2}$/) month!: string;
  @IsMoney() credits!: string;
  @IsMoney() debits!: string;
  @IsInt() transactionCount!: number;
}

/**
 * Spec "Member detail response". `?member={id}` selects one of the accounts with this name; the default is the one with
 * the most entries.
 */
export class MemberDetail {
  @IsOptional() @IsISO8601() asOf!: string | null;
  @IsNested(() => MemberRow) member!: MemberRow;
  /** Other accounts with this name: the same person or a namesake. */
  @IsListOf(() => RelatedAccount) relatedAccounts!: RelatedAccount[];
  /** At most 100 are listed. */
  @IsInt() relatedCount!: number;
  /** The twelve months up to the as-of day, oldest first, including empty ones. */
  @IsListOf(() => MemberMonth) monthlyHistory!: MemberMonth[];
  /** One decimal. */
  @IsNumber() averageMonthlyTransactions!: number;
  @IsInt() totalTransactions!: number;
}

/** All time. */
export class MemberCompany {
  @IsString() company!: string;
  @IsMoney() credits!: string;
  @IsMoney() debits!: string;
  @IsInt() entries!: number;
  @IsOptional() @IsISO8601() firstDay!: string | null;
  @IsOptional() @IsISO8601() lastDay!: string | null;
}

export class MemberImport {
  @IsInt() importId!: number;
  @IsString() fileName!: string;
  @IsInt() entries!: number;
  @IsISO8601() createdAt!: string;
}

export class MemberAlert {
  @IsInt() id!: number;
  @IsString() activityType!: string;
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
  @IsMoney() amount!: string;
  @IsISO8601() activityDate!: string;
  @IsString() description!: string;
  @IsBoolean() reviewed!: boolean;
}

export class MemberComparison {
  @IsIn(['credits', 'debits', 'transactions']) what!: 'credits' | 'debits' | 'transactions';
  /** The 30 days up to the as-of day. */
  @IsDecimalText() latest!: string;
  /** Last twelve whole months; null with fewer than three. */
  @IsOptional() @IsDecimalText() ownMedian!: string | null;
  /**
   * Percentage with one decimal place: members with lower values plus half of those with equal values, among members
   * active within a year. Null for an inactive member and for groups of fewer than twenty.
   */
  @IsOptional() @IsDecimalText() peerPercentile!: string | null;
  /** "More than 83% of 2,583 members". */
  @IsOptional() @IsString() peerSentence!: string | null;
}

export class MemberOverview {
  @IsOptional() @IsISO8601() asOf!: string | null;
  /** Largest total amounts first, at most 50. */
  @IsListOf(() => MemberCompany) companies!: MemberCompany[];
  @IsInt() companyCount!: number;
  /** Open alerts first, then highest risk, then newest; at most 50. */
  @IsListOf(() => MemberAlert) alerts!: MemberAlert[];
  @IsInt() alertCount!: number;
  /** Newest first, at most 50. */
  @IsListOf(() => MemberImport) imports!: MemberImport[];
  @IsInt() importCount!: number;
  @IsListOf(() => MemberComparison) comparisons!: MemberComparison[];
}
