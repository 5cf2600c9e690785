import type { CsvMapping, CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import {
  discardImport,
  getCsvMapping,
  IMPORTS_KEY,
  previewCsvMapping,
  submitCsvMapping,
} from '../../api/imports-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { MappingPreview, withSettings } from '../../components/column-mapping.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorAlert } from '../../components/error-notices.tsx';
import { QueryStates } from '../../components/panel.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { storeDraft, useDraft } from '../../lib/form-drafts.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import {
  DELIMITER_LABELS,
  describeMappingAuthor,
  MappingFields,
  MappingSettings,
  parseStoredMapping,
  unansweredQuestions,
} from './csv-mapping-fields.tsx';

interface MappingActionsProps {
  proposal: CsvMappingProposal;
  mapping: CsvMapping;
  /** Reasons why the file cannot be imported with this mapping. */
  missing: string[];
  /** The preview with this mapping is still loading or has failed. */
  blocked: boolean;
  onDone: () => void;
}

function MappingActions({ proposal, mapping, missing, blocked, onDone }: MappingActionsProps) {
  const { importId, fileName } = proposal;
  const toasts = useToasts();
  const client = useQueryClient();
  const [asksDiscard, setAsksDiscard] = useState(false);
  useRestoreFocus(asksDiscard);
  const finish = (title: string, description: string): void => {
    toasts.success({ title, description });
    storeDraft(`mapping.${importId}`, null);
    onDone();
  };
  const onSettled = () => refreshQueries(client, [IMPORTS_KEY]);
  const submission = useMutation({
    mutationFn: () => submitCsvMapping(importId, mapping),
    onSuccess: () => finish('Import Started', `${fileName} is being read`),
    onSettled,
  });
  const discarding = useMutation({
    mutationFn: () => discardImport(importId),
    onSuccess: () => finish('File Discarded', `Nothing from ${fileName} was imported`),
    onError: (error) => {
      setAsksDiscard(false);
      toasts.failed('Error', error, 'Failed to discard the file');
    },
    onSettled,
  });
  return (
    <div className="mapping-actions">
      {missing.length > 0 && <Alert type="error" showIcon title={missing.join(' ')} />}
      {submission.isError && <ErrorAlert error={submission.error} fallback="The import could not be started." />}
      <div className="mapping-buttons">
        <Button danger disabled={submission.isPending} onClick={() => setAsksDiscard(true)}>
          Discard file
        </Button>
        <span className="quiet">The file is not imported until you choose Import.</span>
        <Button disabled={submission.isPending} onClick={onDone}>
          Later
        </Button>
        <Button
          type="primary"
          disabled={missing.length > 0 || blocked || submission.isPending}
          onClick={() => submission.mutate()}
        >
          {submission.isPending ? 'Starting...' : 'Import'}
        </Button>
      </div>
      {asksDiscard && (
        <ConfirmDialog
          question={{
            title: 'Discard file?',
            text: `${fileName} will not be imported. To import it later, upload it again.`,
            verb: 'Discard',
            busyVerb: 'Discarding...',
            danger: true,
          }}
          busy={discarding.isPending}
          onConfirm={() => discarding.mutate()}
          onCancel={() => setAsksDiscard(false)}
        />
      )}
    </div>
  );
}

function describeMappingSource(proposal: CsvMappingProposal, mapping: CsvMapping): string {
  if (mapping.delimiter !== proposal.mapping.delimiter)
    return `You chose this separator. Now choose what the columns mean. ${describeReuse(mapping)}`;
  if (proposal.remembered) return `Mapping saved for this header, ${describeMappingAuthor(proposal)}.`;
  return `Guessed from ${mapping.hasHeader ? 'the header and ' : ''}the first rows. ${describeReuse(mapping)}`;
}

function describeReuse({ hasHeader }: CsvMapping): string {
  return hasHeader
    ? 'Your choices are saved when you import: the next file with this header is imported without asking.'
    : 'The file has no column names, so your choices are not saved. You will be asked again for the next file.';
}

const CSV_WORDING = { of: 'file', row: 'Line', refused: 'would be rejected' } as const;

function MappingForm({ proposal, onClose }: { proposal: CsvMappingProposal; onClose: () => void }) {
  const { value: draft, change: setDraft } = useDraft<CsvMapping | null>(`mapping.${proposal.importId}`, {
    empty: null,
    read: (stored) => parseStoredMapping(stored, proposal.mapping),
  });
  const mapping = draft ?? proposal.mapping;
  const preview = useQuery({ ...previewCsvMapping(proposal.importId, mapping), enabled: draft !== null });
  const shown = draft === null ? proposal : (preview.data ?? proposal);
  // With another delimiter, only the server can count the columns.
  const { columnCount } = shown.mapping;
  const complete = withSettings(mapping, { columnCount });
  const questions = unansweredQuestions(proposal.questions, proposal.mapping, mapping);
  return (
    <div className="mapping-form">
      <p className="quiet">
        {columnCount} columns, separated by {DELIMITER_LABELS[mapping.delimiter].toLowerCase()}.{' '}
        {describeMappingSource(proposal, complete)}
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
      <MappingSettings mapping={mapping} guessed={proposal.mapping} questions={questions} onChange={setDraft} />
      <MappingFields
        mapping={mapping}
        columns={shown.columns}
        firstRow={shown.firstRows[0] ?? null}
        questions={questions}
        onChange={setDraft}
      />
      <MappingPreview
        wording={CSV_WORDING}
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

/** Users choose the meaning of the columns before anything from the file is stored. */
export function MappingDialog({ importId, onClose }: { importId: number; onClose: () => void }) {
  const proposal = useQuery(getCsvMapping(importId));
  return (
    <Modal
      open
      title={proposal.data === undefined ? 'Columns' : `Columns in ${proposal.data.fileName}`}
      width={1240}
      style={{ top: 24 }}
      mask={{ closable: false }}
      className="mapping-dialog"
      onCancel={onClose}
      footer={null}
    >
      <QueryStates
        query={proposal}
        lines={12}
        failed="The columns in the file could not be read."
        missing="This import needs no column choices: its file was already imported or discarded, or it is not a CSV file."
      >
        {(data) => <MappingForm proposal={data} onClose={onClose} />}
      </QueryStates>
    </Modal>
  );
}
