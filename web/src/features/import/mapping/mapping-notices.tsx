import type { CsvDelimiter } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping, CsvMappingProposal, CsvQuestion } from '@clearwatch/contracts/csv-mapping.dto';
import { Alert } from 'antd';
import { givenBy } from './given-by.ts';

const DELIMITERS: Record<CsvDelimiter, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

interface MappingNoticesProps {
  proposal: CsvMappingProposal;
  /** As it stands now. */
  mapping: CsvMapping;
  /** What was not told apart with certainty and has not been changed since. */
  questions: CsvQuestion[];
}

/** Where the mapping comes from, and what a person has to look at. */
export function MappingNotices({ proposal, mapping, questions }: MappingNoticesProps) {
  return (
    <>
      <p className="quiet">
        {mapping.columnCount} columns, parted by {DELIMITERS[mapping.delimiter]}.{' '}
        {whereFrom(proposal, mapping)}
      </p>
      {questions.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={
            <ul
              className={questions.length > 1 ? 'mapping-questions' : 'mapping-questions mapping-question'}
              aria-label="Please check"
            >
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

function whereFrom(proposal: CsvMappingProposal, mapping: CsvMapping): string {
  if (mapping.delimiter !== proposal.mapping.delimiter) {
    return `Parted as you say: choose what the columns mean. ${whatFollows(mapping)}`;
  }
  if (proposal.remembered) return `Remembered for this header: ${givenBy(proposal)}.`;
  return `Guessed from ${mapping.hasHeader ? 'the header and ' : ''}the first rows. ${whatFollows(mapping)}`;
}

function whatFollows({ hasHeader }: CsvMapping): string {
  return hasHeader
    ? 'What you import with is remembered: the next file with this header is imported at once.'
    : 'Without names of columns there is nothing to remember it by: the next file asks again.';
}
