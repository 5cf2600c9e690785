/** One thing that must hold between what the tables keep and what the ledger's entries add up to. */
export interface LedgerCheck {
  /** Names the check for programs, e.g. `members`. */
  name: string;
  /** What holds when it finds nothing, as a sentence. */
  holds: string;
  /** Rows (place, figure, kept, counted), all text: one for each figure that disagrees. */
  sql: string;
}

/** Two sources that are to have the same rows. */
export interface Comparison {
  /** How a person calls the row, as an expression over the keys. */
  place: string;
  keys: readonly string[];
  /** A query of keys and figures: what a table says. */
  kept: string;
  /** The same, counted from the entries. */
  counted: string;
  /**
   * Names of the figures, as they are shown, and their columns, which both queries have. A row that only one of the two
   * has is told by the first of them.
   */
  figures: Readonly<Record<string, string>>;
}

/** The query of a check that compares row by row. Both sides are read once and matched by hashing, never by loops. */
export function compared({ place, keys, kept, counted, figures }: Comparison): string {
  const columns = Object.values(figures);
  const [first = ''] = Object.keys(figures);
  const row = (side: string) => `(${columns.map((column) => `${side}.${column}`).join(', ')})`;
  const lines = Object.entries(figures).map(
    ([figure, column]) => `('${figure}', kept.${column}::text, counted.${column}::text)`,
  );
  return `
    SELECT ${place} AS place, f.figure, f.kept, f.counted
      FROM (SELECT *, true AS is_here FROM (${kept}) AS k) AS kept
      FULL JOIN (SELECT *, true AS is_here FROM (${counted}) AS c) AS counted USING (${keys.join(', ')})
     CROSS JOIN LATERAL (VALUES ${lines.join(', ')}) AS f (figure, kept, counted)
     WHERE ${row('kept')} IS DISTINCT FROM ${row('counted')} AND f.kept IS DISTINCT FROM f.counted
       AND ((kept.is_here AND counted.is_here) OR f.figure = '${first}')`;
}
