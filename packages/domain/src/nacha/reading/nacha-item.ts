import type { NachaEntry, RejectedRecord } from '../entries/nacha-entry.ts';
import type { NachaProblem } from '../problems/nacha-problem.ts';
import type { ProblemList } from '../problems/problem-list.ts';
import type { NachaRecord } from '../records/nacha-record.ts';
import type { BatchReceipt, FileReceipt } from '../totals/receipts.ts';

/** What a NACHA file holds, in its order: a receipt follows the entries it is about. */
export type NachaItem = NachaEntry | RejectedRecord | BatchReceipt | FileReceipt;

/** Where the reader puts what it finds. */
export interface Findings {
  items: NachaItem[];
  readonly problems: ProblemList;
}

/** A record that belongs to no entry and cannot be taken: nothing of a file is lost without a word. */
export function reject(findings: Findings, record: NachaRecord, problem: NachaProblem): void {
  findings.items.push({ type: 'rejected', record, addenda: [], problems: [problem], money: null });
  findings.problems.add(problem);
}
