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
  /** Null for an unknown code. */
  title: string | null;
  originalTraceNumber: string;
  /** First eight digits of the routing number of the institution that received the original entry. */
  originalDfi: string;
}

export interface ReturnNotice extends EarlierEntry {
  type: 'return';
  stage: ReturnStage;
  dateOfDeath: Day | null;
  information: string | null;
  /** Of dishonored and contested returns. */
  returnTraceNumber: string | null;
  /** Of dishonored and contested returns: "R01". */
  returnReasonCode: string | null;
}

export interface ChangeNotice extends EarlierEntry {
  type: 'change';
  /** The refusing code ("C62"); `code` is then the refused one. */
  refusedWith: string | null;
  correctedData: string;
  /** Without blank parts. */
  corrections: Partial<Record<CorrectedField, string>>;
}

export type Notice = ReturnNotice | ChangeNotice;

/** Reads addenda of type 98 or 99. */
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

/** Null for blank fields and for fields that the layout does not have. */
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

/** @param data with its leading blanks, because corrections are found by column */
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
 * zero_dollar: carries information only · prenote: asks whether the account exists · contested_return: the receiving
 * institution insists on a dishonored return · advice: tells an institution what was booked. Only `money` moves money.
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
  /** The receiver; order and spelling of the parts vary. */
  receiverName: string | null;
  /** The originator's number for the receiver, or the serial number of a check. */
  identification: string | null;
  /** The company of the batch, or the originator that the addenda of an international entry name. */
  company: string | null;
  receivingRouting: string;
  traceNumber: string | null;
  /** From all addenda. */
  information: string | null;
  notice: Notice | null;
}

/** An entry, or another record, that cannot be read. */
export interface RejectedRecord {
  type: 'rejected';
  record: NachaRecord;
  addenda: readonly NachaRecord[];
  /** Errors and warnings. */
  problems: NachaProblem[];
  /** For the control totals; null when direction or amount cannot be read. */
  money: { direction: TransactionType; cents: Cents } | null;
}
