const TOTAL = /^(?:sub|grand|report|page|batch|file|daily|account)?[\s-]*totals?\b/i;

/** Totals, page numbers, balances carried over, ends of reports. */
const NON_ROW_LINES = [
  TOTAL,
  /^page\s+\d+(\s*(of|\/)\s*\d+)?$/i,
  /\bpage\s+\d+\s*(of|\/)\s*\d+$/i,
  /^(beginning|opening|closing|ending|previous|balance)\s+(balance|forward|brought|carried)/i,
  /^(continued|continued on next page|end of (report|listing|statement))\b/i,
  /^(\*\s*)+(end|confidential)/i,
];

export function isNonRowLine(text: string): boolean {
  const plain = text.trim();
  return NON_ROW_LINES.some((pattern) => pattern.test(plain));
}

export function isTotalLine(text: string): boolean {
  return TOTAL.test(text.trim());
}

export function isDrawnWithSigns(text: string): boolean {
  return /^[\s=_*.+|-]*$/.test(text) && text.trim().length > 2;
}
