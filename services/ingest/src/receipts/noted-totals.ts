import type { ControlSums } from '@clearwatch/contracts/imports.dto';
import {
  type BatchReceipt,
  type ControlTotals as CountedTotals,
  type FileReceipt,
  formatTotalDollars,
  type TotalName,
} from '@clearwatch/domain/nacha/nacha-control-totals';
import type { NotedTotals } from './receipt-notes.ts';

const NAMES: Readonly<Record<TotalName, string>> = {
  entryAddendaCount: 'Entries and addenda',
  entryHash: 'Entry hash',
  debitCents: 'Debits',
  creditCents: 'Credits',
};

/** How a batch or file comes out against its control, as the receipt shows it. */
export function notedTotals(receipt: BatchReceipt | FileReceipt): NotedTotals {
  const { declared, counted, headerLine, controlLine, balanced } = receipt;
  return {
    level: receipt.type,
    label: receipt.type === 'file' ? `File ${receipt.file}` : batchLabel(receipt),
    headerLine,
    controlLine,
    declared: declared === null ? null : sumsOf(declared),
    counted: sumsOf(counted),
    balanced,
    differences: [...batchCountDifference(receipt), ...sumDifferences(receipt)],
  };
}

function batchLabel({ batchNumber, companyName, secCode }: BatchReceipt): string {
  const parts = [batchNumber.trim() === '' ? 'Batch' : `Batch ${batchNumber.trim()}`, companyName, secCode];
  return parts.filter((part) => part.trim() !== '').join(' · ');
}

function sumsOf({ entryAddendaCount, entryHash, debitCents, creditCents }: CountedTotals): ControlSums {
  return {
    entryAndAddendaCount: entryAddendaCount,
    entryHash,
    debits: moneyText(debitCents),
    credits: moneyText(creditCents),
  };
}

function sumDifferences({ declared, counted, differences }: BatchReceipt | FileReceipt): string[] {
  if (declared === null) return [];
  return differences.map((name) => {
    const say = name === 'debitCents' || name === 'creditCents' ? formatTotalDollars : String;
    return `${NAMES[name]}: the control declares ${say(declared[name])}, the file holds ${say(counted[name])}.`;
  });
}

function batchCountDifference(receipt: BatchReceipt | FileReceipt): string[] {
  if (receipt.type === 'batch' || receipt.declaredBatches === null) return [];
  if (receipt.declaredBatches === receipt.batches) return [];
  return [`Batches: the control declares ${receipt.declaredBatches}, the file holds ${receipt.batches}.`];
}

/** Unlike the money of an entry, a declared total may have twenty digits: more than a number holds exactly. */
function moneyText(cents: number): string {
  const digits = BigInt(cents).toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
