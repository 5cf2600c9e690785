import type { CsvMappingProposal } from '@clearwatch/contracts/http/csv-mapping';
import { formatDateTime } from '../../../formats/dates.ts';

/** Who said what the columns mean, and when. */
export function givenBy({ rememberedBy, rememberedAt }: CsvMappingProposal): string {
  const when = rememberedAt === null ? '' : `, ${formatDateTime(rememberedAt)}`;
  return `given by ${rememberedBy ?? 'somebody unknown'}${when}`;
}
