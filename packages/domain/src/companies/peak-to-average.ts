import type { Cents } from '../money/cents.ts';

/** Money that went through a company. */
export interface AmountSpread {
  peakCents: Cents;
  /** Credits and debits together. */
  volumeCents: Cents;
  transactions: number;
}

/** Mean amount of a transaction, `volume / transactions`, rounded to the cent; 0 without any. */
export function averageAmount({ volumeCents, transactions }: Omit<AmountSpread, 'peakCents'>): Cents {
  return transactions === 0 ? 0 : Math.round(volumeCents / transactions);
}

/** `largest amount / mean amount`, at least 1; null without money. */
export function peakToAverage({ peakCents, volumeCents, transactions }: AmountSpread): number | null {
  return volumeCents <= 0 ? null : (peakCents * transactions) / volumeCents;
}
