import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { ImportFileError } from '@clearwatch/domain/ledger/import-file-error';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';
import { toCsvMapping } from './to-csv-mapping.ts';

/**
 * How the CSV file of this import is to be read.
 * @throws ImportFileError when nobody has said it
 */
export async function givenMapping(client: Client, importId: number): Promise<CsvMapping> {
  const { rows } = await client.query<Row>(
    'SELECT mapping FROM ledger.import_csv_mappings WHERE import_id = $1 AND mapping IS NOT NULL',
    [importId],
  );
  const [row] = rows;
  if (row !== undefined) return toCsvMapping(row['mapping']);
  const message = 'nobody has said yet what the columns mean. Upload the file again and choose them.';
  throw new ImportFileError({ code: 'no_mapping', line: 1, message });
}
