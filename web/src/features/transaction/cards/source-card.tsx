import type { TransactionSource } from '@clearwatch/contracts/transactions.dto';
import { Link } from 'react-router-dom';
import { formatCount } from '../../../formats/count.ts';
import { Fact } from './fact.tsx';

/** Where the entry stands: the file, its line, and the receipt of the import that stored it. */
export function SourceCard({ source }: { source: TransactionSource }) {
  return (
    <section className="transaction-card" aria-label="Source">
      <h3>Source</h3>
      <dl>
        <Fact term="File">{source.fileName}</Fact>
        <Fact term="Line">
          <span className="figures">{formatCount(source.line)}</span>
        </Fact>
        <Fact term="Import">
          <Link to={`/import?import=${source.importId}`}>Receipt of import #{source.importId}</Link>
        </Fact>
        <Fact term="SHA-256">
          <code className="transaction-digest">{source.digest}</code>
        </Fact>
      </dl>
    </section>
  );
}
