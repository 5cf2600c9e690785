import type { UploadResponse } from '@clearwatch/contracts/imports.dto';
import { Alert, Button } from 'antd';
import { Link } from 'react-router-dom';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { importProgress } from '../history/import-progress.ts';
import { useOpenedImport } from '../use-opened-import.ts';
import { useListedImport } from './use-listed-import.ts';
import { whatToCheck } from './what-to-check.ts';

interface UploadOutcomeProps {
  file: File;
  uploaded: UploadResponse;
}

/** What became of a file that was sent. While the server still reads, the list of imports says how it goes on. */
export function UploadOutcome({ file, uploaded }: UploadOutcomeProps) {
  const opened = useOpenedImport();
  const listed = useListedImport(uploaded.importId);
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
        description={whatToCheck(file)}
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
        <Count term="Transactions stored" count={outcome.transactionCount} />
        <Count term="Members" count={outcome.memberCount} />
        <Count term="Duplicates skipped" count={outcome.duplicateCount} />
        <Count term="Rows rejected" count={outcome.rejectedCount} />
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
            Show {formatCounted(listed.warningCount, 'warning')}
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

function Count({ term, count }: { term: string; count: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{formatCount(count)}</dd>
    </div>
  );
}
