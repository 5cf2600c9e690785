import { CloseCircleOutlined } from '@ant-design/icons';
import type {
  CsvMapping,
  CsvMappingProposal,
  CsvRowPreview,
  CsvTransactionPreview,
} from '@clearwatch/contracts/csv-mapping.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import {
  discardImport,
  getCsvMapping,
  IMPORTS_KEY,
  previewCsvMapping,
  submitCsvMapping,
} from '../../api/imports-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorAlert } from '../../components/error-notices.tsx';
import { PanelError, QueryStates } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatDay } from '../../lib/date-format.ts';
import { storeDraft, useDraft } from '../../lib/form-drafts.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';
import {
  DELIMITER_LABELS,
  describeMappingAuthor,
  MappingFields,
  MappingSettings,
  parseStoredMapping,
  unansweredQuestions,
  withSettings,
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
      {submission.isError && (
        <ErrorAlert error={submission.error} fallback="The import could not be started." />
      )}
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

type MappingPreviewProps = { rows: CsvRowPreview[]; outdated: boolean; error: unknown; onRetry: () => void };

function MappingPreview({ rows, outdated, error, onRetry }: MappingPreviewProps) {
  const rejected = rows.filter(({ transaction }) => transaction === null).length;
  return (
    <section className="mapping-group mapping-first-rows" aria-label="First rows" aria-busy={outdated}>
      <h3>
        First rows, as they would be imported{' '}
        <output className={rejected > 0 ? 'import-failed' : 'quiet'}>
          {rejected === 0
            ? `${formatQuantity(rows.length, 'row')} can be read`
            : `${formatCount(rejected)} of ${formatQuantity(rows.length, 'row')} would be rejected`}
        </output>
      </h3>
      {error === null ? (
        <div className={outdated ? 'mapping-rows table-outdated' : 'mapping-rows'}>
          <DataTable
            caption="First rows of the file, as they would be imported"
            columns={PREVIEW_COLUMNS}
            rows={rows}
            rowKey={({ line }) => line}
          />
        </div>
      ) : (
        <PanelError what="The first rows could not be read." error={error} onRetry={onRetry} />
      )}
    </section>
  );
}

const whenValid =
  (show: (transaction: CsvTransactionPreview) => ReactNode) =>
  ({ transaction }: CsvRowPreview): ReactNode =>
    transaction === null ? '' : show(transaction);

const PREVIEW_COLUMNS: Column<CsvRowPreview>[] = [
  { title: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
  {
    title: 'Day',
    cell: whenValid(({ day }) => <span className="day">{day === null ? 'None' : formatDay(day)}</span>),
  },
  { title: 'Name', cell: whenValid(({ name }) => name) },
  { title: 'Account', cell: whenValid(({ accountNumber }) => accountNumber) },
  { title: 'Company', cell: whenValid(({ company }) => company) },
  { title: 'Type', cell: whenValid(({ transactionType }) => transactionType) },
  { title: 'Amount', cell: whenValid(({ amount }) => formatMoney(amount)), numeric: true },
  {
    title: 'Result',
    cell: ({ transaction, problems }) =>
      transaction !== null ? (
        <span className="quiet">Would be imported</span>
      ) : (
        <ul className="mapping-problems import-failed">
          {problems.map((problem) => (
            <li key={problem}>
              <CloseCircleOutlined aria-hidden /> {problem}
            </li>
          ))}
        </ul>
      ),
  },
];

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
