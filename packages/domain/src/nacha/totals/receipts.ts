import type { ControlTotals, TotalName } from './control-totals.ts';

interface Receipt {
  /** What the control record says; null without one, or when it cannot be read. */
  declared: ControlTotals | null;
  /** What the file holds. */
  counted: ControlTotals;
  /** Null when nothing was declared. */
  balanced: boolean | null;
  /** Totals that do not agree. */
  differences: TotalName[];
  /** Lines of header and control, null where there is none. */
  headerLine: number | null;
  controlLine: number | null;
  /** Of its first and its last record, whatever they are. */
  lines: { first: number; last: number };
}

/** How a batch comes out against its own control record. */
export interface BatchReceipt extends Receipt {
  type: 'batch';
  /** Position among the batches of its file, from 1. */
  batch: number;
  /** Position of its file among the files in the upload, from 1. */
  file: number;
  /** As the header gives it. */
  batchNumber: string;
  companyName: string;
  secCode: string;
}

/** How a file comes out against its own control record. */
export interface FileReceipt extends Receipt {
  type: 'file';
  /** Among the files in the upload, from 1. */
  file: number;
  batches: number;
  /** What the control record says; null like `declared`. */
  declaredBatches: number | null;
}
