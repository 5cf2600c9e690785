const counts = new Intl.NumberFormat('en-US');
const compactCount = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const sizes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** 13190 → "13,190". */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** A count on an axis of any magnitude: "250", "1.25K", "3M". */
export function formatAxisCount(count: number): string {
  return compactCount.format(count);
}

/** `1 row`, `2 rows`: the plural is the word with an s unless given. */
export function formatQuantity(count: number, word: string, plural = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : plural}`;
}

/** Bytes as kB or MB of 1000, the way file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${sizes.format(bytes / 1_000)} kB`;
  if (bytes < 1_000_000_000) return `${sizes.format(bytes / 1_000_000)} MB`;
  return `${sizes.format(bytes / 1_000_000_000)} GB`;
}

const exactDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Decimal text ("1234.5") as "$1,234.50". Formatted from the text, never through a float. */
export function formatMoney(decimal: string): string {
  return withMinusSign(exactDollars.format(decimal as Intl.StringNumericLiteral));
}

/** Decimal text as whole dollars, "$1,235". */
export function formatWholeDollars(decimal: string): string {
  return withMinusSign(wholeDollars.format(decimal as Intl.StringNumericLiteral));
}

/** Dollars on an axis in thousands with a K: 12500 → "$12.5K" (spec, Transaction Trends). */
export function formatThousands(dollars: number): string {
  const sign = dollars < 0 ? '\u2212' : '';
  return `${sign}$${thousands.format(Math.abs(dollars) / 1000)}K`;
}

const compactDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
});

/** Dollars on an axis of any magnitude: "$0", "$250", "$1.25K", "$3M". */
export function formatAxisDollars(dollars: number): string {
  return withMinusSign(compactDollars.format(dollars));
}

/** Decimal text with its sign, a plus when it is not negative: "+$12.00", "\u2212$3.50" (spec, net flow). */
export function formatSignedMoney(decimal: string): string {
  const text = formatMoney(decimal);
  return decimal.startsWith('-') ? text : `+${text}`;
}

function withMinusSign(text: string): string {
  return text.replace('-', '\u2212');
}

const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 12.34 → "12.3%". One decimal, a real minus sign. */
export function formatPercent(percent: number): string {
  return `${oneDecimal.format(percent).replace('-', '\u2212')}%`;
}

/** Change from `previous` to `current` in percent; a zero previous value gives 0 (spec, metric cards). */
export function percentChange({ current, previous }: { current: number; previous: number }): number {
  return previous === 0 ? 0 : ((current - previous) / Math.abs(previous)) * 100;
}
