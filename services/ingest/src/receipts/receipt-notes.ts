import { type ControlTotals, type FileWarning, MAX_RECEIPT_LINES } from '@clearwatch/contracts/imports.dto';
import { type MoneyCount, NO_MONEY, type Stretch, together } from './money-parts.ts';

/** What became of it is known when all is stored. */
export type NotedTotals = Omit<ControlTotals, 'parts'>;

export interface PlacedTotals extends Stretch {
  /** Among all batches and files, from 1. */
  position: number;
  totals: NotedTotals;
}

/**
 * What a reader notes about a file beside its rows. Bounded, whatever the file: of totals that agree, that do not and that
 * nothing was declared for the first batches and the first files each, so that none hides another, and the first warnings;
 * beyond that they are only counted.
 */
export class ReceiptNotes {
  totalsCount = 0;
  unbalancedCount = 0;
  warnings: readonly FileWarning[] = [];
  warningCount = 0;
  /** Entries that were rejected. */
  rejected: Readonly<MoneyCount> = NO_MONEY;
  /** Rejected records that belong to no entry. */
  orphanCount = 0;
  private readonly kept = new Map<string, PlacedTotals[]>();

  addTotals(totals: NotedTotals, stretch: Stretch): void {
    this.totalsCount += 1;
    if (totals.balanced === false) this.unbalancedCount += 1;
    const sort = `${totals.level} ${totals.balanced}`;
    const list = this.kept.get(sort) ?? [];
    if (list.length < MAX_RECEIPT_LINES) list.push({ position: this.totalsCount, totals, ...stretch });
    this.kept.set(sort, list);
    if (totals.level === 'file') this.rejected = together(this.rejected, stretch.rejected);
  }

  /** @param all how many there are; `first` need not hold them all */
  setWarnings(first: readonly FileWarning[], all: number): void {
    this.warnings = first.slice(0, MAX_RECEIPT_LINES);
    this.warningCount = all;
  }

  /** In the order of the file. */
  get totals(): PlacedTotals[] {
    return [...this.kept.values()].flat().toSorted((a, b) => a.position - b.position);
  }
}
