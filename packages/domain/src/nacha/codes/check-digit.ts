const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7];
const ZERO = 48;

/** Whether the ninth digit of a routing number follows from the eight before it (ABA: weights 3 7 1, modulus 10). */
export function hasRightCheckDigit(routingNumber: string): boolean {
  let sum = routingNumber.charCodeAt(8) - ZERO;
  for (let at = 0; at < 8; at += 1) sum += (WEIGHTS[at] ?? 0) * (routingNumber.charCodeAt(at) - ZERO);
  return sum % 10 === 0;
}
