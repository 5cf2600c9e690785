import type { CsvDelimiter, CsvMappingProposal, CsvQuestion } from '@clearwatch/contracts/http/csv-mapping';
import { Alert } from 'antd';
import { formatDateTime } from '../../../formats/dates.ts';

const DELIMITERS: Record<CsvDelimiter, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

interface MappingNoticesProps {
  proposal: CsvMappingProposal;
  /** What was not told apart with certainty and has not been changed since. */
  questions: CsvQuestion[];
}

/** Where the mapping comes from, and what a person has to look at. */
export function MappingNotices({ proposal, questions }: MappingNoticesProps) {
  const { remembered, rememberedBy, rememberedAt, mapping } = proposal;
  return (
    <>
      <p className="quiet">
        {mapping.columnCount} columns, parted by {DELIMITERS[mapping.delimiter]}.{' '}
        {remembered
          ? `Remembered for this header${rememberedBy === null ? '' : `: given by ${rememberedBy}`}${rememberedAt === null ? '' : `, ${formatDateTime(rememberedAt)}`}.`
          : 'Guessed from the header and the first rows. What you import with is remembered: the next file with this header is imported at once.'}
      </p>
      {questions.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={
            <ul className="mapping-questions" aria-label="Please check">
              {questions.map(({ about, sentence }) => (
                <li key={`${about} ${sentence}`}>{sentence}</li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}
