/** Columns of a field: "30–39", "79". */
export function columnsWords({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from}–${to}`;
}
