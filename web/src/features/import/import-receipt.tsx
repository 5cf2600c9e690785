import type { UploadResponse } from '@clearwatch/contracts/http/imports';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { listImports } from '../../api/list-imports.ts';
import { formatCount } from '../../formats/count.ts';
import { importProgress } from './import-progress.ts';
import { RejectsDrawer } from './rejects-drawer.tsx';

/** What became of the file just sent. While the server still reads, the list of imports says how it goes on. */
export function ImportReceipt({ uploaded }: { uploaded: UploadResponse }) {
  const { data: imports = [] } = useQuery(listImports());
  const [showsRejects, setShowsRejects] = useState(false);
  const listed = imports.find(({ importId }) => importId === uploaded.importId);
  // The answer is the newer word when it says the import is through; else the list knows more.
  const receipt = uploaded.state === 'completed' ? uploaded : (listed ?? uploaded);

  if (receipt.state === 'failed') {
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        title={listed?.failure ?? 'The file could not be imported. Nothing of it was stored.'}
        description="Please check your JSON file format and try again."
      />
    );
  }
  if (receipt.state !== 'completed') {
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
    <section className="import-receipt" aria-label="Import result">
      <dl>
        <Count term="Transactions stored" count={receipt.transactionCount} />
        <Count term="Members" count={receipt.memberCount} />
        <Count term="Duplicates skipped" count={receipt.duplicateCount} />
        <Count term="Rows rejected" count={receipt.rejectedCount} />
      </dl>
      <div className="import-receipt-actions">
        {receipt.rejectedCount > 0 && (
          <Button onClick={() => setShowsRejects(true)}>Show rejected rows</Button>
        )}
        <Link to="/">See the dashboard</Link>
      </div>
      <RejectsDrawer
        importId={showsRejects ? receipt.importId : null}
        onClose={() => setShowsRejects(false)}
      />
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
