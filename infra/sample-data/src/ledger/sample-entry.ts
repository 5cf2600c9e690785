import type { Originator } from '../world/originators.ts';

/** One ACH entry as the receiving institution's core system sees it. */
export interface SampleEntry {
  readonly company: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly middleInitial: string | null;
  readonly accountNumber: string;
  /** The DFI account number as it stands in the file: 17 characters, zero-filled. */
  readonly originalAccount: string;
  /** 22, 27 for checking, 32, 37 for savings. */
  readonly transactionCode: '22' | '27' | '32' | '37';
  readonly cents: number;
  readonly transactionType: 'Credit' | 'Debit';
  /** YYYY-MM-DD, a banking day. */
  readonly postingDate: string;
  readonly entryDescription: string;
  readonly secCode: Originator['secCode'];
  /** First eight digits of the ODFI's routing number and a sequence number; unique up to ten million entries. */
  readonly traceNumber: string;
  readonly batch: string;
  readonly routingNumber: string;
  readonly addenda: string | null;
  /** Id of the planted behaviour it is part of. Never written to a file. */
  readonly behaviour: string | null;
}
