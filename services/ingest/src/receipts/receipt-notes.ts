import { type ControlTotals, type FileWarning, MAX_RECEIPT_LINES } from '@clearwatch/contracts/http/imports';

export interface PlacedTotals {
  /** Among all batches and files, from 1. */
  position: number;
  totals: ControlTotals;
}

/**
 * What a reader notes about a file beside its rows. Bounded, whatever the file: the first totals that agree and the first
 * that do not, so that neither hides the other, and the first warnings; beyond that they are only counted.
 */
export class ReceiptNotes {
  totalsCount = 0;
  unbalancedCount = 0;
  warnings: readonly FileWarning[] = [];
  warningCount = 0;
  private readonly agreeing: PlacedTotals[] = [];
  private readonly unbalanced: PlacedTotals[] = [];

  addTotals(totals: ControlTotals): void {
    this.totalsCount += 1;
    const isUnbalanced = totals.balanced === false;
    if (isUnbalanced) this.unbalancedCount += 1;
    const list = isUnbalanced ? this.unbalanced : this.agreeing;
    if (list.length < MAX_RECEIPT_LINES) list.push({ position: this.totalsCount, totals });
  }

  /** @param all how many there are; `first` need not hold them all */
  setWarnings(first: readonly FileWarning[], all: number): void {
    this.warnings = first.slice(0, MAX_RECEIPT_LINES);
    this.warningCount = all;
  }

  /** In the order of the file. */
  get totals(): PlacedTotals[] {
    return [...this.agreeing, ...this.unbalanced].toSorted((a, b) => a.position - b.position);
  }
}
