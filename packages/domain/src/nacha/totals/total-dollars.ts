/**
 * A total of a control record for people to read: "$1,250.00". Unlike the money of an entry it may have twenty digits: more
 * than `Cents` holds exactly.
 */
export function totalDollars(cents: number): string {
  const digits = BigInt(cents).toString().padStart(3, '0');
  return `$${digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}
