import type { NachaEntry, RejectedEntry } from '../entries/nacha-entry.ts';
import type { ProblemList } from '../problems/problem-list.ts';
import type { BatchReceipt, FileReceipt } from '../totals/receipts.ts';

/** What a NACHA file holds, in its order: a receipt follows the entries it is about. */
export type NachaItem = NachaEntry | RejectedEntry | BatchReceipt | FileReceipt;

/** Where the reader puts what it finds. */
export interface Findings {
  items: NachaItem[];
  readonly problems: ProblemList;
}
