import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCopy } from '../clipboard/use-copy.ts';
import type { KeptRecord } from './kept-records.ts';

/** Copies the records exactly as they stand in the file. */
export function CopyRecords({ records }: { records: readonly KeptRecord[] }) {
  const { copied, copy } = useCopy(records.map(({ raw }) => raw).join('\n'));
  return (
    <Button
      size="small"
      icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? 'Copied' : `Copy ${records.length === 1 ? 'record' : 'records'}`}
    </Button>
  );
}
