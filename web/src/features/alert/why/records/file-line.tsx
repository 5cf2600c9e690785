import type { TransactionSource } from '@clearwatch/contracts/transactions.dto';
import { Link } from 'react-router-dom';
import { formatCount } from '../../../../formats/count.ts';

/** Where an entry stands in its file, and the way to the receipt of the import. */
export function FileLine({ source: { fileName, line, importId } }: { source: TransactionSource }) {
  return (
    <p className="evidence-source">
      Line {formatCount(line)} of <span className="evidence-text">{fileName}</span>,{' '}
      <Link to={`/import?import=${importId}`}>receipt of import #{importId}</Link>
    </p>
  );
}
