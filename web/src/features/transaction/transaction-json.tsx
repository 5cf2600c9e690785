import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { Button } from 'antd';
import { useCopy } from '../../clipboard/use-copy.ts';

/** The entry as the API says it, whole. */
export function TransactionJson({ transaction }: { transaction: Transaction }) {
  const text = JSON.stringify(transaction, null, 2);
  const { copied, copy } = useCopy(text);
  return (
    <section aria-label="Full JSON">
      <div className="transaction-part-head">
        <h3>Full JSON</h3>
        <Button
          size="small"
          icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy JSON'}
        </Button>
      </div>
      {/* A region that scrolls must be reachable by keyboard to be scrolled by it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="transaction-json" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
