/**
 * Whether two texts are at most so many insertions, deletions and replacements of a letter apart. Meant for one or two:
 * what is equal is passed over, and each difference is tried in three ways, so the cost is the length times 3 to the
 * power of the distance, and nothing is allocated.
 */
export function isWithinEdits(left: string, right: string, most: number): boolean {
  return isWithin({ left, right }, 0, 0, most);
}

function isWithin(
  texts: { left: string; right: string },
  from: number,
  other: number,
  most: number,
): boolean {
  const { left, right } = texts;
  if (Math.abs(left.length - from - (right.length - other)) > most) return false;
  let skipped = 0;
  while (
    from + skipped < left.length &&
    other + skipped < right.length &&
    left[from + skipped] === right[other + skipped]
  ) {
    skipped += 1;
  }
  const [at, otherAt] = [from + skipped, other + skipped];
  if (at === left.length || otherAt === right.length)
    return left.length - at + (right.length - otherAt) <= most;
  return (
    most > 0 &&
    (isWithin(texts, at + 1, otherAt + 1, most - 1) ||
      isWithin(texts, at + 1, otherAt, most - 1) ||
      isWithin(texts, at, otherAt + 1, most - 1))
  );
}
