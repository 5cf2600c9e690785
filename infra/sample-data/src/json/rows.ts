import { decimal } from '../ledger/decimal.ts';
import type { SampleEntry } from '../ledger/sample-entry.ts';

/** The file shapes that can be imported: the extraction page's object and the dashboard's array. */
export const SHAPES = ['extraction', 'dashboard'] as const;
export type Shape = (typeof SHAPES)[number];

/** Spec section 3, "JSON format (extraction page)", with the optional fields a core system exports. */
export interface ExtractionRow {
  company: string;
  last_name: string;
  first_name: string;
  middle_initial?: string;
  account_number: string;
  original_account: string;
  transaction_code: string;
  /** Decimal text, two places, never negative. */
  amount: string;
  transaction_type: 'Credit' | 'Debit';
  posting_date: string;
  entry_description: string;
  class: string;
  check_tracer_number: string;
  batch: string;
  addenda?: string;
}

/** Spec section 3, "JSON import (dashboard)". */
export interface DashboardRow {
  memberId: string;
  memberName: string;
  accountId: string;
  transactionType: 'deposit' | 'withdrawal';
  amount: string;
  /** ISO 8601; the hour at which the day's file is posted, unless the entry has a time of its own. */
  transactionDate: string;
  /** "COMPANY - ENTRY DESCRIPTION": this shape has no field for the company, nor one for what kind of entry it is. */
  description: string;
  routingNumber: string;
  achCode: string;
}

export function toExtractionJson(entry: SampleEntry): ExtractionRow {
  const row: ExtractionRow = {
    company: entry.company,
    last_name: entry.lastName,
    first_name: entry.firstName,
    account_number: entry.accountNumber,
    original_account: entry.originalAccount,
    transaction_code: entry.transactionCode,
    amount: decimal(entry.cents),
    transaction_type: entry.transactionType,
    posting_date: timeOf(entry) === '' ? entry.postingDate : `${entry.postingDate}T${timeOf(entry)}`,
    entry_description: entry.entryDescription,
    class: entry.secCode,
    check_tracer_number: entry.traceNumber,
    batch: entry.batch,
  };
  if (entry.middleInitial !== null) row.middle_initial = entry.middleInitial;
  if (entry.addenda !== null) row.addenda = entry.addenda;
  return row;
}

export function toDashboardJson(entry: SampleEntry): DashboardRow {
  return {
    memberId: `M${entry.accountNumber.slice(0, 7)}`,
    memberName: `${entry.firstName} ${entry.lastName}`,
    accountId: entry.accountNumber,
    transactionType: entry.transactionType === 'Credit' ? 'deposit' : 'withdrawal',
    amount: decimal(entry.cents),
    transactionDate: `${entry.postingDate}T${timeOf(entry) || '14:30'}:00.000Z`,
    description: `${isReturn(entry) ? 'RETURN ' : ''}${entry.company} - ${entry.entryDescription}`,
    routingNumber: entry.routingNumber,
    achCode: entry.secCode,
  };
}

/** "02:14", empty for an entry without a time. */
function timeOf({ postingMinute }: SampleEntry): string {
  if (postingMinute === null) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(postingMinute / 60))}:${two(postingMinute % 60)}`;
}

/** The shape has no code for it; the word keeps the amount from being counted as money. */
function isReturn({ notice }: SampleEntry): boolean {
  return notice?.code.startsWith('R') ?? false;
}
