/** The number in "7" or "#7" by which people name alerts and transactions; null for anything else. */
export function askedNumber(text: string): number | null {
  const digits = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
