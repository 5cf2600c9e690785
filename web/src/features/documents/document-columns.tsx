import type { ColumnChoices, DocumentColumns } from '@clearwatch/contracts/document-layouts.dto';
import type { ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-client.ts';
import {
  DOCUMENT_LAYOUTS_KEY,
  getDocumentColumns,
  PARSE_JOBS_KEY,
  previewColumns,
  saveColumns,
} from '../../api/documents-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { MappingPreview } from '../../components/column-mapping.tsx';
import { ErrorAlert } from '../../components/error-notices.tsx';
import { Panel, QueryStates } from '../../components/panel.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { entryLinesOf } from './column-choices.ts';
import { ColumnFields, ColumnSettings, LineRules } from './document-columns-fields.tsx';
import { ColumnsPage } from './document-columns-page.tsx';

function isMappedAs(one: ColumnChoices, other: ColumnChoices): boolean {
  const meaningOf = ({ mapping: { columnCount, columns, direction } }: ColumnChoices) =>
    JSON.stringify([columnCount, direction, columns.map(({ column, field }) => [column, field])]);
  return meaningOf(one) === meaningOf(other);
}

const ZOOMS = [1, 1.5, 2];
const PREVIEW_WORDING = { of: 'document', row: 'Row', refused: 'would wait for review' } as const;
/** Moving a boundary changes it many times a second. */
const PREVIEW_DELAY_MS = 250;

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface ColumnsFormProps {
  document: ParseJobDetail;
  data: DocumentColumns;
  onReload: () => void;
  onDone: () => void;
}

function ColumnsForm({ document, data, onReload, onDone }: ColumnsFormProps) {
  const [choices, setChoices] = useState<ColumnChoices>(data.choices);
  const [entryLine, setEntryLine] = useState(0);
  const [line, setLine] = useState('');
  const [zoom, setZoom] = useState(1);
  const [isChecked, setIsChecked] = useState(false);
  const isEdited = choices !== data.choices;
  const settled = useSettled(choices);
  const preview = useQuery({ ...previewColumns(document.id, settled), enabled: settled !== data.choices });
  const shown = isEdited ? (preview.data ?? data) : data;
  const isOutdated = isEdited && (settled !== choices || preview.isFetching);
  const count = choices.mapping.columnCount;
  // Until the server has read them, new columns have no name.
  const names = Array.from({ length: count }, (_, column) =>
    shown.columns.length === count ? (shown.columns[column]?.name ?? '') : `Column ${column + 1}`,
  );
  const entryLines = entryLinesOf(choices);
  // Moving a boundary answers no question.
  const questions = isMappedAs(data.choices, choices) ? data.questions : shown.questions;
  return (
    <div className="columns-form">
      <p className="quiet">{describeColumns(data)}</p>
      {questions.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={
            <ul className="mapping-questions" aria-label="Please check">
              {questions.map(({ column, sentence }) => (
                <li key={`${column} ${sentence}`}>{sentence}</li>
              ))}
            </ul>
          }
        />
      )}
      <div className="columns-views">
        <Segmented<number>
          size="small"
          aria-label="Size of the page"
          value={zoom}
          options={ZOOMS.map((value) => ({ value, label: `${100 * value}%` }))}
          onChange={setZoom}
        />
        {entryLines > 1 && (
          <Segmented<number>
            size="small"
            aria-label="Line of an entry"
            value={entryLine}
            options={Array.from({ length: entryLines }, (_, index) => ({
              value: index,
              label: `Line ${index + 1} of each entry`,
            }))}
            onChange={setEntryLine}
          />
        )}
      </div>
      <div className="columns-beside">
        <ColumnsPage
          documentId={document.id}
          fileName={document.originalFileName}
          data={data}
          names={names}
          choices={choices}
          zoom={zoom}
          entryLine={Math.min(entryLine, entryLines - 1)}
          onChange={setChoices}
          onLine={(index) => setLine(String(index))}
        />
        <div className="columns-side">
          <ColumnFields
            choices={choices}
            names={names}
            questioned={new Set(questions.map(({ column }) => column))}
            onChange={setChoices}
          />
          <ColumnSettings choices={choices} onChange={setChoices} />
        </div>
      </div>
      <LineRules choices={choices} pageLines={data.pageLines} line={line} onLine={setLine} onChange={setChoices} />
      {shown.firstRows.length === 0 && !preview.isError ? (
        <Alert type="info" showIcon title="No entries are found with these columns." />
      ) : (
        <MappingPreview
          wording={PREVIEW_WORDING}
          rows={shown.firstRows}
          outdated={isOutdated}
          error={isEdited ? preview.error : null}
          onRetry={() => void preview.refetch()}
        />
      )}
      {questions.length > 0 && (
        <Checkbox checked={isChecked} onChange={({ target }) => setIsChecked(target.checked)}>
          I compared these columns with the page, and they are right as they are.
        </Checkbox>
      )}
      <ColumnsActions
        document={document}
        data={data}
        choices={choices}
        missing={shown.missing}
        blocked={isOutdated || (isEdited && preview.isError) || (questions.length > 0 && !isChecked)}
        onReload={onReload}
        onDone={onDone}
      />
    </div>
  );
}

interface ColumnsActionsProps extends ColumnsFormProps {
  choices: ColumnChoices;
  missing: readonly string[];
  /** The preview with these columns is still loading or has failed. */
  blocked: boolean;
}

function ColumnsActions({ document, data, choices, missing, blocked, onReload, onDone }: ColumnsActionsProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const saving = useMutation({
    mutationFn: () => saveColumns(document.id, Object.assign({}, choices, { version: data.version })),
    onSuccess: () => {
      const { originalFileName: name } = document;
      const description = data.isReadAgain
        ? `${name} is being read with these columns`
        : 'They apply to the next document with this layout';
      toasts.success({ title: 'Columns Saved', description });
      onDone();
    },
    onSettled: () => refreshQueries(client, [[...PARSE_JOBS_KEY], [...DOCUMENT_LAYOUTS_KEY]]),
  });
  const isConflict = saving.error instanceof ApiError && saving.error.status === 409;
  return (
    <div className="columns-save">
      {missing.length > 0 && <Alert type="error" showIcon title={missing.join(' ')} />}
      {saving.isError && <ErrorAlert error={saving.error} fallback="The columns could not be saved." />}
      <div className="columns-buttons">
        <span className="quiet">
          {data.isReadAgain
            ? 'The document is read again. Rows without doubts are imported, and the others wait for your review.'
            : 'Rows of this document were already imported or reviewed, so it is not read again. The columns apply to the next document with this layout.'}
        </span>
        {isConflict && <Button onClick={onReload}>Reload columns</Button>}
        {document.status === 'completed' && (
          <Button disabled={saving.isPending} onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button
          type="primary"
          disabled={missing.length > 0 || blocked || saving.isPending}
          onClick={() => saving.mutate()}
        >
          {saving.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </div>
  );
}

function describeColumns({ savedBy, page }: DocumentColumns): string {
  const source =
    savedBy === null
      ? `These columns are a guess from page ${page}.`
      : `These columns were saved for this layout by ${savedBy}.`;
  return `${source} Drag the boundaries, or move them with the arrow keys, and choose what each column is. Your answer is used for every document with this layout.`;
}

/** A person says what the columns of a document are. */
export function DocumentColumnsPanel({ document, onDone }: { document: ParseJobDetail; onDone: () => void }) {
  const columns = useQuery(getDocumentColumns(document.id));
  return (
    <Panel title="Columns" className="columns-panel">
      <QueryStates
        query={columns}
        lines={10}
        failed="The columns of the document could not be loaded."
        missing="The columns of this document can no longer be edited, because its page images were deleted."
      >
        {(data) => (
          <ColumnsForm
            // Reloaded columns replace the edited ones.
            key={columns.dataUpdatedAt}
            document={document}
            data={data}
            onReload={() => void columns.refetch()}
            onDone={onDone}
          />
        )}
      </QueryStates>
    </Panel>
  );
}
