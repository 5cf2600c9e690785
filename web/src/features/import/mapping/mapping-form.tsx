import type { CsvMapping, CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import { useQuery } from '@tanstack/react-query';
import { previewCsvMapping } from '../../../api/get-csv-mapping.ts';
import { useDraft } from '../../../drafts/use-draft.ts';
import { openQuestions } from './change-mapping.ts';
import { MappingActions } from './mapping-actions.tsx';
import { MappingFields } from './mapping-fields.tsx';
import { MappingNotices } from './mapping-notices.tsx';
import { MappingPreview } from './mapping-preview.tsx';
import { MappingSettings } from './mapping-settings.tsx';
import { readMapping } from './read-mapping.ts';

interface MappingFormProps {
  proposal: CsvMappingProposal;
  onClose: () => void;
}

/** The guess, to be corrected. What is shown below it is what the server makes of it. */
export function MappingForm({ proposal, onClose }: MappingFormProps) {
  const { value: draft, change: setDraft } = useDraft<CsvMapping | null>(`mapping.${proposal.importId}`, {
    empty: null,
    read: (stored) => readMapping(stored, proposal.mapping),
  });
  const mapping = draft ?? proposal.mapping;
  const preview = useQuery({ ...previewCsvMapping(proposal.importId, mapping), enabled: draft !== null });
  const shown = draft === null ? proposal : (preview.data ?? proposal);
  // With another delimiter only the server knows how many columns there are.
  const { columnCount } = shown.mapping;
  const complete = Object.assign({}, mapping, { columnCount });
  const questions = openQuestions(proposal.questions, proposal.mapping, mapping);
  return (
    <div className="mapping-form">
      <MappingNotices proposal={proposal} mapping={complete} questions={questions} />
      <MappingSettings
        mapping={mapping}
        guessed={proposal.mapping}
        questions={questions}
        onChange={setDraft}
      />
      <MappingFields
        mapping={mapping}
        columns={shown.columns}
        firstRow={shown.firstRows[0] ?? null}
        questions={questions}
        onChange={setDraft}
      />
      <MappingPreview
        rows={shown.firstRows}
        outdated={preview.isFetching}
        error={draft === null ? null : preview.error}
        onRetry={() => void preview.refetch()}
      />
      <MappingActions
        proposal={proposal}
        mapping={complete}
        missing={shown.missing}
        blocked={preview.isFetching || preview.isError}
        onDone={onClose}
      />
    </div>
  );
}
