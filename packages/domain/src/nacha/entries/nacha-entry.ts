import type { TransactionType } from '../../import/ledger-row.ts';
import type { Cents } from '../../money/cents.ts';
import type { NachaBatch } from '../batches/nacha-batch.ts';
import type { NachaProblem } from '../problems/nacha-problem.ts';
import type { NachaRecord } from '../records/nacha-record.ts';
import type { Notice } from './notice.ts';

/**
 * money: moved money · zero_dollar: carries information only · prenote: asks whether the account exists · return: sent back ·
 * dishonored_return, contested_return: the quarrel about a return · notification_of_change: asks to correct data ·
 * refused_notification: refuses that · advice: tells an institution what was booked. Only `money` counts as money.
 */
export type NachaEntryKind =
  | 'money'
  | 'zero_dollar'
  | 'prenote'
  | 'return'
  | 'dishonored_return'
  | 'contested_return'
  | 'notification_of_change'
  | 'refused_notification'
  | 'advice';

/** One entry with its addenda, understood. Texts are without the blanks around them; null is an empty field. */
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
  /** The receiver, as the file has it: neither order nor spelling of its parts is certain. */
  receiverName: string | null;
  /** What the originator knows the receiver by, or the serial number of a check. */
  identification: string | null;
  /** The originator: the company of the batch, or the one that the addenda of an international entry name. */
  company: string | null;
  /** Nine digits. */
  receivingRouting: string;
  /** Fifteen digits; null when the field is blank. */
  traceNumber: string | null;
  /** What the payment is for, of all addenda. */
  information: string | null;
  /** What it says about an earlier entry, when it is a return or a notification of change. */
  notice: Notice | null;
}

/** An entry that cannot be taken, or another record that belongs to none, with everything that is wrong with it. */
export interface RejectedRecord {
  type: 'rejected';
  record: NachaRecord;
  addenda: readonly NachaRecord[];
  /** Errors, and warnings beside them. */
  problems: NachaProblem[];
  /** Of an entry whose direction and amount can be read, as the control totals count it. */
  money: { direction: TransactionType; cents: Cents } | null;
}
