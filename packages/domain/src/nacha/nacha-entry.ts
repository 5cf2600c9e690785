import type { Day } from '../calendar/day.ts';
import type { TransactionType } from '../ledger/ledger-row.ts';
import type { Cents } from '../money/cents.ts';
import { addendaLayoutOf } from './addenda-layouts.ts';
import type { NachaBatch } from './nacha-batch.ts';
import { fieldOf, type Layout } from './nacha-layouts.ts';
import type { NachaProblem } from './nacha-problems.ts';
import { columns, decodeFieldText, type NachaRecord, parseNachaDate } from './nacha-record.ts';
import {
  type CorrectedField,
  changeCodeOf,
  type ReturnStage,
  refusalReasonOf,
  returnReasonOf,
} from './return-and-change-codes.ts';

interface EarlierEntry {
  code: string;
  /** What the code says; null when it does not exist. */
  title: string | null;
  /** Of the entry it is about. */
  originalTraceNumber: string;
  /** First eight digits of the routing number of the institution that had received it. */
  originalDfi: string;
}

/** A return, or a step of the quarrel about one. */
export interface ReturnNotice extends EarlierEntry {
  type: 'return';
  stage: ReturnStage;
  dateOfDeath: Day | null;
  information: string | null;
  /** Of dishonored and contested returns: the return they are about. */
  returnTraceNumber: string | null;
  /** Of dishonored and contested returns: why the entry had been returned, "R01". */
  returnReasonCode: string | null;
}

/** A notification of change, or its refusal. */
export interface ChangeNotice extends EarlierEntry {
  type: 'change';
  /** The code that refuses it ("C62"); `code` is then the one that was refused. */
  refusedWith: string | null;
  /** As the file has them. */
  correctedData: string;
  /** Part by part; a part that is blank is left out. */
  corrections: Partial<Record<CorrectedField, string>>;
}

export type Notice = ReturnNotice | ChangeNotice;

/** @param addenda of type 98 or 99 */
export function noticeOf(addenda: NachaRecord, { isIat }: { isIat: boolean }): Notice | null {
  const layout = addendaLayoutOf(addenda.text, { isIat });
  if (layout === null) return null;
  const value = valueReader(addenda, layout);
  const earlier = {
    originalTraceNumber: value('originalTraceNumber') ?? '',
    originalDfi: value('originalDfi') ?? '',
  };
  if (addenda.text.startsWith('99', 1)) return returnNotice(value, earlier);
  const { from, to } = fieldOf(layout, 'correctedData');
  return changeNotice(value, earlier, columns(addenda.text, from, to));
}

type ValueReader = (name: string) => string | null;

/** Answers null for blank fields and for fields that the layout does not have. */
function valueReader({ text }: NachaRecord, layout: Layout): ValueReader {
  return (name) => {
    if (!layout.fields.some((field) => field.name === name)) return null;
    const { from, to } = fieldOf(layout, name);
    return decodeFieldText(columns(text, from, to)) || null;
  };
}

function returnNotice(
  value: ValueReader,
  earlier: Pick<Notice, 'originalTraceNumber' | 'originalDfi'>,
): ReturnNotice {
  const code = value('reasonCode') ?? '';
  const reason = returnReasonOf(code);
  const returnReason = value('returnReasonCode');
  return {
    type: 'return',
    ...earlier,
    code,
    title: reason?.title ?? null,
    stage: reason?.stage ?? 'return',
    dateOfDeath: parseNachaDate(value('dateOfDeath') ?? '') ?? null,
    information: value('information'),
    returnTraceNumber: value('returnTraceNumber'),
    returnReasonCode: returnReason === null ? null : `R${returnReason}`,
  };
}

/** @param data blanks at their beginning included: every correction has its columns */
function changeNotice(
  value: ValueReader,
  earlier: Pick<Notice, 'originalTraceNumber' | 'originalDfi'>,
  data: string,
): ChangeNotice {
  const refusedWith = value('refusedCode');
  const code = value('changeCode') ?? '';
  return {
    type: 'change',
    ...earlier,
    code,
    title: refusedWith === null ? (changeCodeOf(code)?.title ?? null) : refusalReasonOf(refusedWith),
    refusedWith,
    correctedData: decodeFieldText(data),
    corrections: correctionsOf(code, data),
  };
}

function correctionsOf(code: string, data: string): ChangeNotice['corrections'] {
  const corrections: ChangeNotice['corrections'] = {};
  for (const [name, [from, to]] of Object.entries(changeCodeOf(code)?.corrects ?? {})) {
    const content = decodeFieldText(columns(data, from, to));
    if (content !== '') corrections[name as CorrectedField] = content;
  }
  return corrections;
}

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
