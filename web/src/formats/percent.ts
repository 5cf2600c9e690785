const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 12.34 → "12.3%". One decimal, a real minus sign. */
export function formatPercent(percent: number): string {
  return `${oneDecimal.format(percent).replace('-', '\u2212')}%`;
}

/** Change from `previous` to `current` in percent; a zero previous value gives 0 (spec, metric cards). */
export function percentChange({ current, previous }: { current: number; previous: number }): number {
  return previous === 0 ? 0 : ((current - previous) / Math.abs(previous)) * 100;
}
