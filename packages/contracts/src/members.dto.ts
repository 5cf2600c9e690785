import { IsBoolean, IsIn, IsInt, IsISO8601, IsNumber, IsOptional, IsString, Matches } from 'class-validator';
import { RISK_LEVELS, type RiskLevel } from './alerts.ts';
import { MemberSummary } from './dashboard.dto.ts';
import { IsDecimalText, IsListOf, IsMoney, IsNested } from './field-decorators.dto.ts';

/** Answer of `GET /api/members/count`. */
export class MembersCount {
  @IsInt() totalMembers!: number;
}

/**
 * A row of the member table: one account. Accounts that bear the same name are never merged, because two people may bear
 * it; `accountCount` says how many there are. Figures are of the twelve months that end at the as-of day.
 */
export class MemberRow extends MemberSummary {
  /** First and last name, else last, else "{company} Account", else "Account {number}". */
  @IsString() displayName!: string;
  /** Accounts that bear this name, this one included; 1 for an account that names nobody. */
  @IsInt() accountCount!: number;
}

/** The four cards of Customer Analysis, over all members. */
export class MembersOverview {
  @IsOptional() @IsISO8601() asOf!: string | null;
  @IsInt() totalMembers!: number;
  @IsInt() highRisk!: number;
  /** Members with activity within 365 days of the as-of day. */
  @IsInt() activeThisYear!: number;
  /** Mean of totalCredits, rounded to the dollar. */
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
 * Answer of `GET /api/members/detail/{firstName}/{lastName}` (spec "Member detail response"). `?member={id}` says which of
 * several accounts of that name is meant; without it the one with the most entries.
 */
export class MemberDetail {
  @IsOptional() @IsISO8601() asOf!: string | null;
  @IsNested(() => MemberRow) member!: MemberRow;
  /** The other accounts that bear the name: the same person's or a namesake's. */
  @IsListOf(() => RelatedAccount) relatedAccounts!: RelatedAccount[];
  /** How many there are; at most 100 are listed. */
  @IsInt() relatedCount!: number;
  /** The twelve months that end with the as-of day's, oldest first, months without entries included. */
  @IsListOf(() => MemberMonth) monthlyHistory!: MemberMonth[];
  /** Of the twelve months, with one decimal. */
  @IsNumber() averageMonthlyTransactions!: number;
  /** Of the twelve months: that which the average is taken from. */
  @IsInt() totalTransactions!: number;
}

/** What went between a member and a company, over all time. */
export class MemberCompany {
  @IsString() company!: string;
  @IsMoney() credits!: string;
  @IsMoney() debits!: string;
  @IsInt() entries!: number;
  @IsOptional() @IsISO8601() firstDay!: string | null;
  @IsOptional() @IsISO8601() lastDay!: string | null;
}

/** A file that brought entries of a member. */
export class MemberImport {
  @IsInt() importId!: number;
  @IsString() fileName!: string;
  @IsInt() entries!: number;
  @IsISO8601() createdAt!: string;
}

/** An alert of a member, as a line that leads to the alert itself. */
export class MemberAlert {
  @IsInt() id!: number;
  @IsString() activityType!: string;
  @IsIn(RISK_LEVELS) riskLevel!: RiskLevel;
  @IsMoney() amount!: string;
  @IsISO8601() activityDate!: string;
  @IsString() description!: string;
  @IsBoolean() reviewed!: boolean;
}

/** What a member did lately beside its own normal and beside the others. */
export class MemberComparison {
  @IsIn(['credits', 'debits', 'transactions']) what!: 'credits' | 'debits' | 'transactions';
  /** Of the 30 days that end with the as-of day. */
  @IsDecimalText() latest!: string;
  /** Median of the last twelve whole months; null with fewer than three. */
  @IsOptional() @IsDecimalText() ownMedian!: string | null;
  /**
   * Percentile by the twelve months, one decimal: members below plus half of those equal, among those active within a year.
   * Null for a member that was not, and among fewer than twenty.
   */
  @IsOptional() @IsDecimalText() peerPercentile!: string | null;
  /** "More than 83% of 2,583 members"; null as above. */
  @IsOptional() @IsString() peerSentence!: string | null;
}

/** Answer of `GET /api/members/{id}/overview`: everything known of one account in one place. */
export class MemberOverview {
  @IsOptional() @IsISO8601() asOf!: string | null;
  /** The largest flows first, at most 50. */
  @IsListOf(() => MemberCompany) companies!: MemberCompany[];
  @IsInt() companyCount!: number;
  /** Open ones first, then the riskiest, then the newest; at most 50. */
  @IsListOf(() => MemberAlert) alerts!: MemberAlert[];
  @IsInt() alertCount!: number;
  /** Newest first, at most 50. */
  @IsListOf(() => MemberImport) imports!: MemberImport[];
  @IsInt() importCount!: number;
  @IsListOf(() => MemberComparison) comparisons!: MemberComparison[];
}
