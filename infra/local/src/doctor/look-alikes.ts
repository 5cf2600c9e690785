/** A system has variables of its own: of a short name every letter counts. */
const slipsAllowed = (name: string): number => (name.length < 6 ? 0 : name.length < 11 ? 1 : 2);

/** The known name that somebody who wrote this one probably meant; null when it is like none. */
export function meantBy(written: string, known: readonly string[]): string | null {
  const upper = written.toUpperCase();
  const squeezed = upper.replaceAll('_', '');
  const near = known.find(
    (name) =>
      name === upper ||
      name.replaceAll('_', '') === squeezed ||
      slipsBetween(name, upper) <= slipsAllowed(name),
  );
  return near ?? null;
}

/** Letters put in, left out, exchanged, or swapped with their neighbour. */
function slipsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_row, i) => [i, ...Array<number>(b.length).fill(0)]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let j = 0; j <= b.length; j += 1) (rows[0] ?? [])[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      (rows[i] ?? [])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, exchanged, swapped);
    }
  }
  return at(a.length, b.length);
}
