import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';

/** What an operator finds in the logs, to be quoted. */
export function RequestReference({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(id);
      setCopied(true);
    } catch {
      // Not allowed here (plain HTTP to another machine): a click on the id selects all of it.
    }
  };
  return (
    <span className="request-reference">
      <span className="quiet request-id">Request {id}</span>
      <Button
        type="text"
        size="small"
        icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
        aria-label={copied ? 'Request id copied' : 'Copy request id'}
        onClick={() => void copy()}
      />
    </span>
  );
}
