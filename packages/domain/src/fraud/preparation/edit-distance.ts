/**
 * Whether two texts are at most so many insertions, deletions and replacements of a letter apart. Cells farther from the
 * diagonal than that are never filled, so the cost is the length times the distance.
 */
export function isWithinEdits(left: string, right: string, most: number): boolean {
  if (Math.abs(left.length - right.length) > most) return false;
  const tooFar = most + 1;
  let above = Array.from({ length: right.length + 1 }, (_, column) => Math.min(column, tooFar));
  for (let row = 1; row <= left.length; row += 1) {
    const current = Array<number>(right.length + 1).fill(tooFar);
    if (row <= most) current[0] = row;
    let least = current[0] ?? tooFar;
    const last = Math.min(right.length, row + most);
    for (let column = Math.max(1, row - most); column <= last; column += 1) {
      const replaced = (above[column - 1] ?? tooFar) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const changed = 1 + Math.min(above[column] ?? tooFar, current[column - 1] ?? tooFar);
      const cell = Math.min(replaced, changed, tooFar);
      current[column] = cell;
      if (cell < least) least = cell;
    }
    if (least > most) return false;
    above = current;
  }
  return (above[right.length] ?? tooFar) <= most;
}
