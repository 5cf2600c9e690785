import type { Day } from '../../calendar/day.ts';
import { type CorrectedField, changeCodeOf, refusalOf } from '../codes/change-codes.ts';
import { type ReturnStage, returnReasonOf } from '../codes/return-reasons.ts';
import { addendaLayoutOf } from '../layouts/addenda-layouts.ts';
import { fieldOf, type Layout } from '../layouts/layout.ts';
import { dateOf } from '../records/nacha-dates.ts';
import { columns, type NachaRecord } from '../records/nacha-record.ts';
import { readable } from '../records/readable-text.ts';

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
    return readable(columns(text, from, to)) || null;
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
    dateOfDeath: dateOf(value('dateOfDeath') ?? '') ?? null,
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
    title: refusedWith === null ? (changeCodeOf(code)?.title ?? null) : refusalOf(refusedWith),
    refusedWith,
    correctedData: readable(data),
    corrections: correctionsOf(code, data),
  };
}

function correctionsOf(code: string, data: string): ChangeNotice['corrections'] {
  const corrections: ChangeNotice['corrections'] = {};
  for (const [name, [from, to]] of Object.entries(changeCodeOf(code)?.corrects ?? {})) {
    const content = readable(columns(data, from, to));
    if (content !== '') corrections[name as CorrectedField] = content;
  }
  return corrections;
}
