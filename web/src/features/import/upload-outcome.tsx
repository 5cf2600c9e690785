import type { ImportSummary, UploadResponse } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { Link } from 'react-router-dom';
import { requestIdOf } from '../../api/error-messages.ts';
import { getReceipt, listImports } from '../../api/imports-api.ts';
import { ErrorText, RequestIdNote } from '../../components/error-notices.tsx';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { importProgress } from './import-status-label.tsx';
import { useOpenedImport } from './use-opened-import.ts';

/** Spec section 8 has the sentence for JSON; other files are not told to be JSON. */
function uploadAdvice({ name }: { name: string }): string {
  return /\.json(\.gz)?$/i.test(name)
    ? 'Please check your JSON file format and try again.'
    : 'Please check the format of the file and try again.';
}

/** Why a file was not taken, and what to do about it. */
export function UploadFailure({ file, error }: { file: File; error: unknown }) {
  const requestId = requestIdOf(error);
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
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

/** How an import stands: as the history says, or, when newer ones have pushed it from the first page, its own receipt. */
function useImportSummary(importId: number): ImportSummary | undefined {
  const { data: newest } = useQuery(listImports());
  const listed = newest?.items.find((one) => one.importId === importId);
  const oldest = newest?.items.at(-1);
  const isPushedOut = listed === undefined && oldest !== undefined && oldest.importId > importId;
  const { data: receipt } = useQuery({ ...getReceipt(importId), enabled: isPushedOut });
  return listed ?? (isPushedOut ? receipt : undefined);
}

interface UploadOutcomeProps {
  file: File;
  uploaded: UploadResponse;
}

/** What became of a file that was sent. While the server still reads, the list of imports says how it goes on. */
export function UploadOutcome({ file, uploaded }: UploadOutcomeProps) {
  const opened = useOpenedImport();
  const listed = useImportSummary(uploaded.importId);
  // The answer is the newer word when it says the import is through, until the list says that it was undone.
  const isTakenBack = listed?.state === 'undoing' || listed?.state === 'undone';
  const outcome = uploaded.state === 'completed' && !isTakenBack ? uploaded : (listed ?? uploaded);
  const { importId, state } = outcome;

  if (state === 'failed') {
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        title={listed?.failure ?? 'The file could not be imported. Nothing of it was stored.'}
        description={uploadAdvice(file)}
      />
    );
  }
  if (state === 'needs_mapping') {
    return (
      <Alert
        type="warning"
        showIcon
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert draws its own element
        role="status"
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
      <Alert
        type="warning"
        showIcon
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert draws its own element
        role="status"
        title={importProgress(listed).words}
        action={<Button onClick={() => opened.open(importId)}>Show receipt</Button>}
      />
    );
  }
  if (state !== 'completed') {
    return (
      <Alert
        type="info"
        showIcon
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert draws its own element
        role="status"
        title="The file is safe and being read"
        description={listed ? importProgress(listed).words : 'This goes on even if you leave the page.'}
      />
    );
  }
  return (
    <section className="upload-outcome" aria-label={`Import result of ${file.name}`}>
      <dl>
        <OutcomeCount term="Transactions stored" count={outcome.transactionCount} />
        <OutcomeCount term="Members" count={outcome.memberCount} />
        <OutcomeCount term="Duplicates skipped" count={outcome.duplicateCount} />
        <OutcomeCount term="Rows rejected" count={outcome.rejectedCount} />
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

function OutcomeCount({ term, count }: { term: string; count: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{formatCount(count)}</dd>
    </div>
  );
}
