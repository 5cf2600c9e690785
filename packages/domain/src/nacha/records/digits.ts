const ZERO = 48;

/**
 * The number in columns `from` to `to`, from 1 and inclusive; null when anything but digits stands there. Digit by digit:
 * half as long as by `Number`, which would take blanks and exponents too.
 */
export function digitsIn(text: string, from: number, to: number): number | null {
  let number = 0;
  for (let at = from - 1; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return null;
    number = number * 10 + digit;
  }
  return number;
}
