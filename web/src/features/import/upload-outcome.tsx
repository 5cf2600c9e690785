import type { ImportSummary, UploadResponse } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { Alert, type AlertProps, Button } from 'antd';
import { Link } from 'react-router-dom';
import { requestIdOf } from '../../api/error-messages.ts';
import { getReceipt, listImports } from '../../api/imports-api.ts';
import { ErrorText, RequestIdNote } from '../../components/error-notices.tsx';
import { Fact } from '../../components/figure-cards.tsx';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { importProgress } from './import-status-label.tsx';
import { useOpenedImport } from './use-opened-import.ts';

/** The sentence for JSON is from spec section 8. */
function uploadAdvice({ name }: { name: string }): string {
  return /\.json(\.gz)?$/i.test(name)
    ? 'Please check your JSON file format and try again.'
    : 'Please check the format of the file and try again.';
}

export function UploadFailure({ file, error }: { file: File; error: unknown }) {
  const requestId = requestIdOf(error);
  return (
    <Alert
      type="error"
      showIcon
      title={<ErrorText error={error} fallback="Upload failed" />}
      description={
        <>
          <p>{uploadAdvice(file)}</p>
          {requestId !== null && <RequestIdNote id={requestId} />}
        </>
      }
    />
  );
}

/** The import from the first page of the history, or from its own receipt once newer imports have displaced it. */
function useImportSummary(importId: number): ImportSummary | undefined {
  const { data: newest } = useQuery(listImports());
  const listed = newest?.items.find((one) => one.importId === importId);
  const oldest = newest?.items.at(-1);
  const isDisplaced = listed === undefined && oldest !== undefined && oldest.importId > importId;
  const { data: receipt } = useQuery({ ...getReceipt(importId), enabled: isDisplaced });
  return listed ?? (isDisplaced ? receipt : undefined);
}

/** The outcome of a sent file. While the server reads it, the list of imports has the newest state. */
export function UploadOutcome({ file, uploaded }: { file: File; uploaded: UploadResponse }) {
  const opened = useOpenedImport();
  const listed = useImportSummary(uploaded.importId);
  const isTakenBack = listed?.state === 'undoing' || listed?.state === 'undone';
  // The response is newer than the list when it says that the import has completed, unless that was undone.
  const outcome = uploaded.state === 'completed' && !isTakenBack ? uploaded : (listed ?? uploaded);
  const { importId, state } = outcome;

  if (state === 'failed') {
    return (
      <Alert
        type="error"
        showIcon
        title={listed?.failure ?? 'The file could not be imported. Nothing of it was stored.'}
        description={uploadAdvice(file)}
      />
    );
  }
  if (state === 'needs_mapping') {
    return (
      <StatusAlert
        type="warning"
        title="What do the columns mean?"
        description="Nothing of the file is stored until somebody says it."
        action={
          <Button type="primary" onClick={() => opened.openMapping(importId)}>
            Choose columns
          </Button>
        }
      />
    );
  }
  if (isTakenBack) {
    return (
      <StatusAlert
        type="warning"
        title={importProgress(listed).text}
        action={<Button onClick={() => opened.open(importId)}>Show receipt</Button>}
      />
    );
  }
  if (state !== 'completed') {
    return (
      <StatusAlert
        type="info"
        title="The file is safe and being read"
        description={listed ? importProgress(listed).text : 'This goes on even if you leave the page.'}
      />
    );
  }
  const counts = {
    'Transactions stored': outcome.transactionCount,
    Members: outcome.memberCount,
    'Duplicates skipped': outcome.duplicateCount,
    'Rows rejected': outcome.rejectedCount,
  };
  return (
    <section className="upload-outcome" aria-label={`Import result of ${file.name}`}>
      <dl>
        {Object.entries(counts).map(([term, count]) => (
          <Fact key={term} term={term} value={formatCount(count)} />
        ))}
      </dl>
      {listed !== undefined && listed.unbalancedCount > 0 && (
        <Alert
          type="error"
          showIcon
          title="Not balanced: the file's own control totals do not agree with what it holds."
          action={<Button onClick={() => opened.open(importId, 'totals')}>Show control totals</Button>}
        />
      )}
      <div className="upload-outcome-actions">
        <Button onClick={() => opened.open(importId)}>Show receipt</Button>
        {listed !== undefined && listed.warningCount > 0 && (
          <Button onClick={() => opened.open(importId, 'warnings')}>
            Show {formatQuantity(listed.warningCount, 'warning')}
          </Button>
        )}
        {outcome.rejectedCount > 0 && (
          <Button onClick={() => opened.open(importId, 'rejects')}>Show rejected rows</Button>
        )}
        <Link to="/">See the dashboard</Link>
      </div>
    </section>
  );
}

function StatusAlert(props: Pick<AlertProps, 'type' | 'title' | 'description' | 'action'>) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert draws its own element
  return <Alert {...props} showIcon role="status" />;
}
