const ZERO = 48;

/** Whether the ninth digit of a routing number follows from the eight before it (ABA: weights 3 7 1, modulus 10). */
export function hasRightCheckDigit(routingNumber: string): boolean {
  const digit = (at: number): number => routingNumber.charCodeAt(at) - ZERO;
  const threes = digit(0) + digit(3) + digit(6);
  const sevens = digit(1) + digit(4) + digit(7);
  const ones = digit(2) + digit(5) + digit(8);
  return (3 * threes + 7 * sevens + ones) % 10 === 0;
}
