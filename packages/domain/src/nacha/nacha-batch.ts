import type { Day } from '../calendar/day.ts';
import { secCodeOf } from './ach-codes.ts';
import { BATCH_HEADER, type EntryFamily, fieldOf, IAT_BATCH_HEADER } from './nacha-layouts.ts';
import {
  fieldProblemsOf,
  lostColumnProblems,
  type NachaProblem,
  type NachaRule,
  problemAt,
} from './nacha-problems.ts';
import {
  columns,
  decodeFieldText,
  type NachaRecord,
  parseNachaDate,
  parseSettlementDate,
  RECORD_COLUMNS,
} from './nacha-record.ts';

/** What a batch header says about all entries below it. */
export interface NachaBatch {
  /** Position among the files in the upload and among the batches of its file, both from 1. */
  file: number;
  batch: number;
  header: NachaRecord;
  family: EntryFamily;
  /** 200 mixed, 220 credits only, 225 debits only, 280 accounting advices. */
  serviceClass: string;
  /** Null in international batches, whose originator stands in the addenda. */
  companyName: string | null;
  companyIdentification: string;
  secCode: string;
  entryDescription: string;
  /** When the originator wants it to settle. */
  effectiveDate: Day | null;
  /** When it settled, as the ACH operator wrote it. */
  settlementDate: Day | null;
  /** First eight digits of the originating institution's routing number. */
  originatingDfi: string;
  batchNumber: string;
}

/**
 * Stands for a batch whose header is missing: nothing is known but where it begins.
 *
 * @param first its first record
 */
export function batchWithoutHeader(
  first: NachaRecord,
  position: Pick<NachaBatch, 'file' | 'batch'>,
): NachaBatch {
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

export interface ReadBatchHeader {
  batch: NachaBatch;
  /**
   * False when the class cannot be told: then nobody knows in which columns account and name of its entries stand. Nor is one
   * that has lost or gained columns, for its class and dates may have moved.
   */
  isUsable: boolean;
  problems: NachaProblem[];
}

/** Notifications of change to international entries have class COR and this in columns 5 to 20. */
const IAT_NOTIFICATION = 'IATCOR';
const SERVICE_CLASSES = ['200', '220', '225', '280'];

/** @param position where the batch stands, and when its file was made */
export function readBatchHeader(
  record: NachaRecord,
  position: { file: number; batch: number; fileCreationDate: Day | null },
): ReadBatchHeader {
  const value = (name: string): string => {
    const { from, to } = fieldOf(BATCH_HEADER, name);
    return columns(record.text, from, to);
  };
  const secCode = value('secCode').toUpperCase();
  const family = familyOf(record, secCode);
  const layout = family === 'iat' ? IAT_BATCH_HEADER : BATCH_HEADER;
  const lost = lostColumnProblems(record, layout);
  const problems = [...lost, ...fieldProblemsOf(record, layout)];
  const warn = (field: string, rule: NachaRule, sentence: string): void => {
    problems.push(problemAt(record, fieldOf(BATCH_HEADER, field), { rule, severity: 'warning', sentence }));
  };
  const isUsable = /^[A-Z]{3}$/.test(secCode) && record.length <= RECORD_COLUMNS && lost.length === 0;
  if (!isUsable) problems.push(unreadable(record));
  else if (secCodeOf(secCode) === null)
    warn('secCode', 'unknown_class', 'this class does not exist; its entries are read with the usual layout');
  const serviceClass = value('serviceClass');
  if (!SERVICE_CLASSES.includes(serviceClass))
    warn('serviceClass', 'service_class', 'the service class must be 200, 220, 225 or 280');
  const effectiveDate = parseNachaDate(value('effectiveEntryDate'));
  if (effectiveDate === undefined)
    warn('effectiveEntryDate', 'invalid_date', 'the effective entry date must be a date as YYMMDD');
  const settlementDate = parseSettlementDate(
    value('settlementDate'),
    effectiveDate ?? position.fileCreationDate,
  );
  if (settlementDate === undefined)
    warn('settlementDate', 'invalid_date', 'the settlement date must be a day of the year, 001 to 366');
  const batch: NachaBatch = {
    file: position.file,
    batch: position.batch,
    header: record,
    family,
    serviceClass,
    companyName: family === 'iat' ? null : decodeFieldText(value('companyName')) || null,
    companyIdentification: decodeFieldText(value('companyIdentification')),
    secCode,
    entryDescription: decodeFieldText(value('entryDescription')),
    effectiveDate: effectiveDate ?? null,
    settlementDate: settlementDate ?? null,
    originatingDfi: decodeFieldText(value('originatingDfi')),
    batchNumber: decodeFieldText(value('batchNumber')),
  };
  return { batch, isUsable, problems };
}

function familyOf(record: NachaRecord, secCode: string): EntryFamily {
  if (columns(record.text, 5, 20).trimEnd() === IAT_NOTIFICATION) return 'iat';
  return secCodeOf(secCode)?.family ?? 'default';
}

function unreadable(record: NachaRecord): NachaProblem {
  const sentence = 'the class of the batch cannot be read, so nobody knows the layout of its entries';
  return problemAt(record, fieldOf(BATCH_HEADER, 'secCode'), {
    rule: 'batch_header_unreadable',
    severity: 'error',
    sentence,
  });
}
