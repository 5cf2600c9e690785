const TOTAL = /^(?:sub|grand|report|page|batch|file|daily|account)?[\s-]*totals?\b/i;

/** Lines below or between rows that are none: totals, page numbers, balances carried over, ends of reports. */
const NOISE = [
  TOTAL,
  /^page\s+\d+(\s*(of|\/)\s*\d+)?$/i,
  /\bpage\s+\d+\s*(of|\/)\s*\d+$/i,
  /^(beginning|opening|closing|ending|previous|balance)\s+(balance|forward|brought|carried)/i,
  /^(continued|continued on next page|end of (report|listing|statement))\b/i,
  /^(\*\s*)+(end|confidential)/i,
];

export function isNoise(text: string): boolean {
  const plain = text.trim();
  return NOISE.some((pattern) => pattern.test(plain));
}

/** Whether the line states sums of what stands above it. */
export function isTotal(text: string): boolean {
  return TOTAL.test(text.trim());
}

/** A line drawn with signs. */
export function isRule(text: string): boolean {
  return /^[\s=_*.+|-]*$/.test(text) && text.trim().length > 2;
}
