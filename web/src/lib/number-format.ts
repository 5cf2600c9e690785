const COMPACT = { notation: 'compact', maximumSignificantDigits: 3 } as const;
const counts = new Intl.NumberFormat('en-US');
const compactCount = new Intl.NumberFormat('en-US', COMPACT);
const oneDecimalAtMost = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** 13190 → "13,190". */
export const formatCount = (count: number): string => counts.format(count);

/** "250", "1.25K", "3M". */
export const formatAxisCount = (count: number): string => compactCount.format(count);

export const formatQuantity = (count: number, word: string, plural = `${word}s`): string =>
  `${formatCount(count)} ${count === 1 ? word : plural}`;

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${oneDecimalAtMost.format(bytes / 1_000)} kB`;
  if (bytes < 1_000_000_000) return `${oneDecimalAtMost.format(bytes / 1_000_000)} MB`;
  return `${oneDecimalAtMost.format(bytes / 1_000_000_000)} GB`;
}

const DOLLARS = { style: 'currency', currency: 'USD' } as const;
const exactDollars = new Intl.NumberFormat('en-US', DOLLARS);
const wholeDollars = new Intl.NumberFormat('en-US', { ...DOLLARS, maximumFractionDigits: 0 });

/** "1234.5" → "$1,234.50". Formatted from the text, never through a float. */
export const formatMoney = (decimal: string): string =>
  withMinusSign(exactDollars.format(decimal as Intl.StringNumericLiteral));

/** "$1,235". */
export const formatWholeDollars = (decimal: string): string =>
  withMinusSign(wholeDollars.format(decimal as Intl.StringNumericLiteral));

/** 12500 → "$12.5K" (spec, Transaction Trends). */
export function formatThousands(dollars: number): string {
  const sign = dollars < 0 ? '\u2212' : '';
  return `${sign}$${oneDecimalAtMost.format(Math.abs(dollars) / 1000)}K`;
}

const compactDollars = new Intl.NumberFormat('en-US', { ...DOLLARS, ...COMPACT });

/** "$0", "$250", "$1.25K", "$3M". */
export const formatAxisDollars = (dollars: number): string => withMinusSign(compactDollars.format(dollars));

/** "+$12.00", "\u2212$3.50" (spec, net flow). */
export function formatSignedMoney(decimal: string): string {
  const text = formatMoney(decimal);
  return decimal.startsWith('-') ? text : `+${text}`;
}

const withMinusSign = (text: string): string => text.replace('-', '\u2212');

const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 12.34 → "12.3%", -12.34 → "\u221212.3%". */
export const formatPercent = (percent: number): string => `${withMinusSign(oneDecimal.format(percent))}%`;

/** A zero previous value gives 0 (spec, metric cards). */
export const percentChange = ({ current, previous }: { current: number; previous: number }): number =>
  previous === 0 ? 0 : ((current - previous) / Math.abs(previous)) * 100;
