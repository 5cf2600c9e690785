const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Decimal text ("1234.5") as "$1,234.50". Formatted from the text, never through a float. */
export function formatMoney(decimal: string): string {
  return withMinusSign(exact.format(decimal as Intl.StringNumericLiteral));
}

/** Decimal text as whole dollars, "$1,235". */
export function formatWholeDollars(decimal: string): string {
  return withMinusSign(whole.format(decimal as Intl.StringNumericLiteral));
}

/** Dollars on an axis in thousands with a K: 12500 → "$12.5K" (spec, Transaction Trends). */
export function formatThousands(dollars: number): string {
  const sign = dollars < 0 ? '\u2212' : '';
  return `${sign}$${thousands.format(Math.abs(dollars) / 1000)}K`;
}

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
});

/** Dollars on an axis of any magnitude: "$0", "$250", "$1.25K", "$3M". */
export function formatAxisDollars(dollars: number): string {
  return withMinusSign(compact.format(dollars));
}

/** Decimal text with its sign, a plus when it is not negative: "+$12.00", "\u2212$3.50" (spec, net flow). */
export function formatSignedMoney(decimal: string): string {
  const text = formatMoney(decimal);
  return decimal.startsWith('-') ? text : `+${text}`;
}

function withMinusSign(text: string): string {
  return text.replace('-', '\u2212');
}
