import type { Day } from '../../calendar/day.ts';
import type { EntryFamily } from '../layouts/entry-layouts.ts';
import type { NachaRecord } from '../records/nacha-record.ts';

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
