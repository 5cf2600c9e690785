import type { Day } from '../calendar/day.ts';
import { secCodeOf } from './ach-codes.ts';
import { BATCH_HEADER, type EntryFamily, fieldOf, IAT_BATCH_HEADER } from './nacha-layouts.ts';
import { fieldProblemsOf, lostColumnProblems, type NachaProblem, problemAt } from './nacha-problems.ts';
import {
  columns,
  decodeFieldText,
  type NachaRecord,
  parseNachaDate,
  parseSettlementDate,
  RECORD_COLUMNS,
} from './nacha-record.ts';

export interface NachaBatch {
  /** Position of the file in the upload and of the batch in its file, from 1. */
  file: number;
  batch: number;
  header: NachaRecord;
  family: EntryFamily;
  /** 200 mixed, 220 credits only, 225 debits only, 280 accounting advices. */
  serviceClass: string;
  /** Null in international batches, whose addenda name the originator. */
  companyName: string | null;
  companyIdentification: string;
  secCode: string;
  entryDescription: string;
  /** Requested by the originator. */
  effectiveDate: Day | null;
  /** Set by the ACH operator. */
  settlementDate: Day | null;
  /** First eight digits of the originating institution's routing number. */
  originatingDfi: string;
  batchNumber: string;
}

/** A batch that has no header and begins with record `first`. */
export function batchWithoutHeader(first: NachaRecord, position: Pick<NachaBatch, 'file' | 'batch'>): NachaBatch {
  return {
    ...position,
    header: first,
    family: 'default',
    serviceClass: '',
    companyName: null,
    companyIdentification: '',
    secCode: '',
    entryDescription: '',
    effectiveDate: null,
    settlementDate: null,
    originatingDfi: '',
    batchNumber: '',
  };
}

/** Notifications of change for international entries have class COR and this text in columns 5 to 20. */
const IAT_NOTIFICATION = 'IATCOR';
const SERVICE_CLASSES = ['200', '220', '225', '280'];

/**
 * A header is unusable if its SEC code, which determines the layout of the entries, cannot be read, or if it has lost
 * or gained columns.
 */
export function readBatchHeader(
  record: NachaRecord,
  { file, batch, fileCreationDate }: { file: number; batch: number; fileCreationDate: Day | null },
): { batch: NachaBatch; isUsable: boolean; problems: NachaProblem[] } {
  const value = (name: string): string => {
    const { from, to } = fieldOf(BATCH_HEADER, name);
    return columns(record.text, from, to);
  };
  const text = (name: string): string => decodeFieldText(value(name));
  const secCode = value('secCode').toUpperCase();
  const isIatNotification = columns(record.text, 5, 20).trimEnd() === IAT_NOTIFICATION;
  const family = isIatNotification ? 'iat' : (secCodeOf(secCode)?.family ?? 'default');
  const layout = family === 'iat' ? IAT_BATCH_HEADER : BATCH_HEADER;
  const lost = lostColumnProblems(record, layout);
  const problems = [...lost, ...fieldProblemsOf(record, layout)];
  const addProblem = (field: string, problem: Parameters<typeof problemAt>[2]): void => {
    problems.push(problemAt(record, fieldOf(BATCH_HEADER, field), problem));
  };
  const isUsable = /^[A-Z]{3}$/.test(secCode) && record.length <= RECORD_COLUMNS && lost.length === 0;
  if (!isUsable)
    addProblem('secCode', {
      rule: 'batch_header_unreadable',
      severity: 'error',
      sentence:
        'the SEC code of the batch cannot be read reliably, so the layout of its entries is unknown; correct the batch header',
    });
  else if (secCodeOf(secCode) === null) {
    const sentence = 'this SEC code is unknown; the entries in the batch are read with the layout for PPD and CCD';
    addProblem('secCode', { rule: 'unknown_class', sentence });
  }
  const serviceClass = value('serviceClass');
  if (!SERVICE_CLASSES.includes(serviceClass)) {
    const sentence = 'the service class code must be 200, 220, 225 or 280';
    addProblem('serviceClass', { rule: 'service_class', sentence });
  }
  const effectiveDate = parseNachaDate(value('effectiveEntryDate'));
  if (effectiveDate === undefined) {
    const sentence = 'the effective entry date must be a valid date in the form YYMMDD';
    addProblem('effectiveEntryDate', { rule: 'invalid_date', sentence });
  }
  const settlementDate = parseSettlementDate(value('settlementDate'), effectiveDate ?? fileCreationDate);
  if (settlementDate === undefined) {
    const sentence = 'the settlement date must be a day of the year from 001 to 366';
    addProblem('settlementDate', { rule: 'invalid_date', sentence });
  }
  return {
    batch: {
      file,
      batch,
      header: record,
      family,
      serviceClass,
      companyName: family === 'iat' ? null : text('companyName') || null,
      companyIdentification: text('companyIdentification'),
      secCode,
      entryDescription: text('entryDescription'),
      effectiveDate: effectiveDate ?? null,
      settlementDate: settlementDate ?? null,
      originatingDfi: text('originatingDfi'),
      batchNumber: text('batchNumber'),
    },
    isUsable,
    problems,
  };
}
