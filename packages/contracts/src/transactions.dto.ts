import { Allow, IsIn, IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';
import { IsListOf, IsMoney, IsNested } from './field-decorators.dto.ts';

export const TRANSACTION_TYPES = ['Credit', 'Debit'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Only `money` counts toward sums. */
export const TRANSACTION_KINDS = ['money', 'zero_dollar', 'prenote', 'notification_of_change', 'return'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export const RETURN_KINDS = [
  'return',
  'dishonored_return',
  'contested_return',
  'notification_of_change',
  'refused_notification',
] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

/** Spec "transactions". Days are ISO dates as in the file. */
export class Transaction {
  @IsInt() id!: number;
  @IsString() company!: string;
  @IsString() lastName!: string;
  @IsString() firstName!: string;
  @IsOptional() @IsString() middleInitial!: string | null;
  /** First and last name; for an entry without a name, that of the account's member. */
  @IsString() memberName!: string;
  @IsString() accountNumber!: string;
  @IsString() originalAccount!: string;
  /** NACHA transaction code ("22"); empty when the format has none. */
  @IsString() transactionCode!: string;
  /** Never negative; `transactionType` is the direction. */
  @IsMoney() amount!: string;
  @IsIn(TRANSACTION_TYPES) transactionType!: TransactionType;
  @IsIn(TRANSACTION_KINDS) entryKind!: TransactionKind;
  /** Return reason code ("R01"); null without a return. */
  @IsOptional() @IsString() returnedWith!: string | null;
  @IsOptional() @IsString() checkTracerNumber!: string | null;
  @IsOptional() @IsString() addenda!: string | null;
  @IsOptional() @IsString() batch!: string | null;
  @IsOptional() @IsISO8601() settlementDate!: string | null;
  @IsOptional() @IsISO8601() effectiveDate!: string | null;
  @IsOptional() @IsISO8601() postingDate!: string | null;
  @IsOptional() @IsString() entryDescription!: string | null;
  @IsOptional() @IsString() class!: string | null;
  /** Other fields from the file; for NACHA also `record`, its exact bytes. */
  @Allow() metadata!: Record<string, string> | null;
  /** Identity in the ledger. */
  @IsString() transactionHash!: string;
  @IsInt() importId!: number;
  @IsInt() line!: number;
  @IsISO8601() createdAt!: string;
}

export class TransactionMember {
  @IsInt() id!: number;
  @IsString() firstName!: string;
  @IsString() lastName!: string;
  @IsString() company!: string;
  @IsString() accountNumber!: string;
  /** All time; the member page shows the last 12 months. */
  @IsMoney() totalCredits!: string;
  @IsMoney() totalDebits!: string;
}

export class RelatedEntry {
  @IsInt() transactionId!: number;
  @IsIn(RETURN_KINDS) kind!: ReturnKind;
  /** "R01", "C03"; empty if the file has none. */
  @IsString() reasonCode!: string;
  /** Null for a code that Nacha does not list. */
  @IsOptional() @IsString() reason!: string | null;
  @IsOptional() @IsISO8601() day!: string | null;
  @IsMoney() amount!: string;
}

export class TransactionSource {
  @IsInt() importId!: number;
  @IsString() fileName!: string;
  @IsString() digest!: string;
  @IsInt() line!: number;
}

/** Spec "Transaction detail response", with its source. */
export class TransactionDetail {
  @IsNested(() => TransactionMember) member!: TransactionMember;
  @IsNested(() => Transaction) transaction!: Transaction;
  @IsNested(() => TransactionSource) source!: TransactionSource;
  /** Returns and notices for this entry, oldest first. */
  @IsListOf(() => RelatedEntry) returns!: RelatedEntry[];
  /** The original entry of a return or notice, if in the ledger. */
  @IsOptional() @IsNested(() => RelatedEntry) original!: RelatedEntry | null;
}
