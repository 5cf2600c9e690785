import type { CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import { formatDateTime } from '../../../formats/dates.ts';

/** Who said what the columns mean, and when. */
export function givenBy({ rememberedBy, rememberedAt }: CsvMappingProposal): string {
  const when = rememberedAt === null ? '' : `, ${formatDateTime(rememberedAt)}`;
  return `given by ${rememberedBy ?? 'somebody unknown'}${when}`;
}
