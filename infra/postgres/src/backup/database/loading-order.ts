/**
 * Sorts what can be loaded so that everything comes after what it refers to; otherwise as it was given.
 * @throws Error when some refer to each other in a circle: these could not be loaded one after the other
 */
export function inLoadingOrder<T extends { name: string }>(
  tables: readonly T[],
  references: readonly { from: string; to: string }[],
): T[] {
  const ordered: T[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (next === undefined) {
      throw new Error(`These tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}.`);
    }
    waiting.delete(next.name);
    ordered.push(next);
  }
  return ordered;
}
