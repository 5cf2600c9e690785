import { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/**
 * A mapping out of the database.
 * @throws TypeError when it is none: an older program wrote it in a form that is no longer known
 */
export function toCsvMapping(value: unknown): CsvMapping {
  const mapping = plainToInstance(CsvMapping, value);
  if (!(mapping instanceof CsvMapping) || validateSync(mapping).length > 0)
    throw new TypeError('Column mapping holds no mapping of CSV columns');
  return mapping;
}
