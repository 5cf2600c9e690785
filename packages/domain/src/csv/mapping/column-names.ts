const LONGEST_NAME = 60;

/**
 * What each column is called to people and in the problems of a row: its header, or "Column 3" where that says nothing.
 * No name occurs twice.
 */
export function columnNames(header: readonly string[] | null, columnCount: number): string[] {
  const names: string[] = [];
  const taken = new Set(['__proto__']);
  for (let column = 0; column < columnCount; column += 1) {
    const written = (header?.[column] ?? '').replaceAll(/\s+/gu, ' ').trim().slice(0, LONGEST_NAME);
    const plain = `Column ${column + 1}`;
    let name = written === '' ? plain : written;
    for (let n = 1; taken.has(name); n += 1)
      name = n === 1 ? `${written} ${plain}`.trim() : `${plain} (${n})`;
    taken.add(name);
    names.push(name);
  }
  return names;
}
