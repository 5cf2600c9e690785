import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCopy } from '../../../clipboard/use-copy.ts';
import './digest.css';

/** Enough to tell two files apart at a glance. */
const SHORT = 12;

interface DigestProps {
  /** SHA-256, hex. */
  digest: string;
  fileName: string;
  /** Whole where there is room for it. */
  whole?: true;
}

/** Fingerprint of a file's bytes: whoever holds the file can compare it. */
export function Digest({ digest, fileName, whole }: DigestProps) {
  const { copied, copy } = useCopy(digest);
  return (
    <span className="digest">
      <code title={`SHA-256 ${digest}`}>{whole ? digest : digest.slice(0, SHORT)}</code>
      <Button
        type="text"
        size="small"
        aria-label={copied ? `Digest of ${fileName} copied` : `Copy the digest of ${fileName}`}
        icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
      />
    </span>
  );
}
