import type { EntryKind, TransactionType } from '../ledger/ledger-row.ts';
import type { Cents } from '../money/cents.ts';
import { addendaLayoutOf } from './addenda-layouts.ts';
import type { NachaBatch } from './nacha-batch.ts';
import type { NachaProblem } from './nacha-problems.ts';
import { columns, decodeFieldText, type NachaRecord } from './nacha-record.ts';
import {
  changeCodeOf,
  type ReturnStage,
  refusalReasonOf,
  returnReasonOf,
} from './return-and-change-codes.ts';

interface EarlierEntry {
  code: string;
  title: string | null;
  originalTraceNumber: string;
}

export interface ReturnNotice extends EarlierEntry {
  type: 'return';
  stage: ReturnStage;
  information: string | null;
}

export interface ChangeNotice extends EarlierEntry {
  type: 'change';
  /** The refusing code ("C62"); `code` is then the refused one. */
  refusedWith: string | null;
  correctedData: string;
}

export type Notice = ReturnNotice | ChangeNotice;

export function noticeOf({ text }: NachaRecord, { isIat }: { isIat: boolean }): Notice | null {
  const layout = addendaLayoutOf(text, { isIat });
  if (layout === null) return null;
  // Null for blank fields and for fields that the layout does not have.
  const value = (name: string): string | null => {
    const field = layout.byName.get(name);
    return (field && decodeFieldText(columns(text, field.from, field.to))) || null;
  };
  const originalTraceNumber = value('originalTraceNumber') ?? '';
  if (text.startsWith('99', 1)) {
    const code = value('reasonCode') ?? '';
    const { title = null, stage = 'return' } = returnReasonOf(code) ?? {};
    return { type: 'return', originalTraceNumber, code, title, stage, information: value('information') };
  }
  const code = value('changeCode') ?? '';
  const refusedWith = value('refusedCode');
  const title = refusedWith === null ? (changeCodeOf(code)?.title ?? null) : refusalReasonOf(refusedWith);
  const correctedData = value('correctedData') ?? '';
  return { type: 'change', originalTraceNumber, code, title, refusedWith, correctedData };
}

/**
 * Kinds of NACHA entries and of the ledger. contested_return: the receiving institution insists on a dishonored return. advice: tells an
 * institution what was booked, and books nothing on a member's account. Only `money` moves money.
 */
export const LEDGER_KIND_BY_NACHA_KIND = {
  money: 'money',
  zero_dollar: 'zero_dollar',
  prenote: 'prenote',
  return: 'return',
  dishonored_return: 'return',
  contested_return: 'return',
  notification_of_change: 'notification_of_change',
  refused_notification: 'notification_of_change',
  advice: 'zero_dollar',
} as const satisfies Record<string, EntryKind>;
export type NachaEntryKind = keyof typeof LEDGER_KIND_BY_NACHA_KIND;

/** Texts are trimmed; null is an empty field. */
export interface NachaEntry {
  type: 'entry';
  record: NachaRecord;
  addenda: readonly NachaRecord[];
  batch: NachaBatch;
  kind: NachaEntryKind;
  direction: TransactionType;
  transactionCode: string;
  amountCents: Cents;
  account: string;
  receiverName: string | null;
  /** The originator's number for the receiver, or the serial number of a check. */
  identification: string | null;
  /** The company of the batch, or the originator that the addenda of an international entry name. */
  company: string | null;
  receivingRouting: string;
  traceNumber: string | null;
  information: string | null;
  notice: Notice | null;
}

export interface RejectedRecord {
  type: 'rejected';
  record: NachaRecord;
  addenda: readonly NachaRecord[];
  problems: NachaProblem[];
  /** For the control totals; null when direction or amount cannot be read. */
  money: { direction: TransactionType; cents: Cents } | null;
}
