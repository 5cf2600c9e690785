import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { type AnnotatedRecord, annotateRecords } from '@clearwatch/domain/nacha/annotate-nacha-records';

export interface KeptRecord extends AnnotatedRecord {
  /** Exactly what stands in the file. */
  raw: string;
  /** Line of the file, from 1; null of addenda, which stand below their entry, blank lines between them not counted. */
  line: number | null;
}

type KeptIn = Pick<Transaction, 'metadata' | 'class' | 'originalAccount' | 'line'>;

/** The records of a NACHA file that the entry was read from; none for other files. */
export function keptRecords({ metadata, class: secCode, originalAccount, line }: KeptIn): KeptRecord[] {
  const record = metadata?.['record'];
  if (record === undefined) return [];
  const addenda = metadata?.['addendaRecords']?.split('\n') ?? [];
  const raws = [record, ...addenda];
  return annotateRecords({ record, addenda, secCode: secCode ?? '', account: originalAccount }).map(
    (marked, at) => ({ ...marked, raw: raws[at] ?? '', line: at === 0 ? line : null }),
  );
}
