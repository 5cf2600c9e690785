import { type Cents, formatCents } from './cents.ts';

/** Money for people to read: "$8,240.00", "-$12.00". */
export function formatDollars(cents: Cents): string {
  const [whole = '', decimals = ''] = formatCents(Math.abs(cents)).split('.');
  return `${cents < 0 ? '-' : ''}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}
