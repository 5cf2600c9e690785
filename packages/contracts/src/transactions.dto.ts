import { Allow, IsIn, IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';
import { IsListOf, IsMoney, IsNested } from './field-decorators.dto.ts';

export const TRANSACTION_TYPES = ['Credit', 'Debit'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** What an entry is; only `money` counts in sums. */
export const TRANSACTION_KINDS = [
  'money',
  'zero_dollar',
  'prenote',
  'notification_of_change',
  'return',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** What came back about an entry. */
export const RETURN_KINDS = [
  'return',
  'dishonored_return',
  'contested_return',
  'notification_of_change',
  'refused_notification',
] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

/** An entry of the ledger (spec "transactions"). Days are ISO dates, as the file wrote them. */
export class Transaction {
  @IsInt() id!: number;
  @IsString() company!: string;
  @IsString() lastName!: string;
  @IsString() firstName!: string;
  @IsOptional() @IsString() middleInitial!: string | null;
  /** First and last name; of an entry that names nobody, the name of its account's member. */
  @IsString() memberName!: string;
  @IsString() accountNumber!: string;
  @IsString() originalAccount!: string;
  /** NACHA transaction code ("22"); empty when the file's shape has none. */
  @IsString() transactionCode!: string;
  /** Never negative: the direction is `transactionType`. */
  @IsMoney() amount!: string;
  @IsIn(TRANSACTION_TYPES) transactionType!: TransactionType;
  @IsIn(TRANSACTION_KINDS) entryKind!: TransactionKind;
  /** Reason of the return that came back for this entry ("R01"); null when none did. */
  @IsOptional() @IsString() returnedWith!: string | null;
  @IsOptional() @IsString() checkTracerNumber!: string | null;
  @IsOptional() @IsString() addenda!: string | null;
  @IsOptional() @IsString() batch!: string | null;
  @IsOptional() @IsISO8601() settlementDate!: string | null;
  @IsOptional() @IsISO8601() effectiveDate!: string | null;
  @IsOptional() @IsISO8601() postingDate!: string | null;
  @IsOptional() @IsString() entryDescription!: string | null;
  /** SEC code ("PPD"). */
  @IsOptional() @IsString() class!: string | null;
  /** Fields of the file that have no place above; of a NACHA entry also its `record`, byte for byte. */
  @Allow() metadata!: Record<string, string> | null;
  /** Its identity in the ledger. */
  @IsString() transactionHash!: string;
  /** The import that stored it, and the line of the file. */
  @IsInt() importId!: number;
  @IsInt() line!: number;
  @IsISO8601() createdAt!: string;
}

/** Whose account it is, as the dialog of an entry shows it. */
export class TransactionMember {
  @IsInt() id!: number;
  @IsString() firstName!: string;
  @IsString() lastName!: string;
  @IsString() company!: string;
  @IsString() accountNumber!: string;
  /** Of all time; a member's own page shows the last 12 months. */
  @IsMoney() totalCredits!: string;
  @IsMoney() totalDebits!: string;
}

/** A return or notice and its original entry, as each shows the other. */
export class RelatedEntry {
  @IsInt() transactionId!: number;
  /** What the return or notice is. */
  @IsIn(RETURN_KINDS) kind!: ReturnKind;
  /** "R01", "C03"; empty when the file gives none. */
  @IsString() reasonCode!: string;
  /** What the reason is called; null for a code that Nacha does not list. */
  @IsOptional() @IsString() reason!: string | null;
  /** ISO day of the related entry. */
  @IsOptional() @IsISO8601() day!: string | null;
  @IsMoney() amount!: string;
}

/** The file that an entry came in. */
export class TransactionSource {
  @IsInt() importId!: number;
  @IsString() fileName!: string;
  /** SHA-256 of the bytes, hex. */
  @IsString() digest!: string;
  @IsInt() line!: number;
}

/** Answer of `GET /api/transactions/{id}` (spec "Transaction detail response", plus where it came from). */
export class TransactionDetail {
  @IsNested(() => TransactionMember) member!: TransactionMember;
  @IsNested(() => Transaction) transaction!: Transaction;
  @IsNested(() => TransactionSource) source!: TransactionSource;
  /** What came back about this entry, oldest first. */
  @IsListOf(() => RelatedEntry) returns!: RelatedEntry[];
  /** Of a return or notice: the entry that it speaks of, when the ledger holds it. */
  @IsOptional() @IsNested(() => RelatedEntry) original!: RelatedEntry | null;
}
