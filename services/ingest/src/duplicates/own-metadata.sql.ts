/**
 * A skipped row may one day be the only one of its entry: what it says beside the fields that make the identity is kept
 * when its twin says something else. JSON null says that it says nothing at all, SQL NULL that it says what the twin says.
 * @param own SQL of its metadata
 */
export function ownMetadata(own: string, twin: string): string {
  return `CASE WHEN ${own} IS DISTINCT FROM ${twin} THEN coalesce(${own}, 'null') END`;
}

/**
 * The other way round.
 * @param row alias of `duplicate_rows`, or of rows with its `own_metadata`
 * @param twin alias of the entry it points at
 */
export function metadataOfRow(row: string, twin: string): string {
  return `CASE WHEN ${row}.own_metadata IS NULL THEN ${twin}.metadata ELSE nullif(${row}.own_metadata, 'null') END`;
}
