import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import type { ImportedFileKind } from '@clearwatch/contracts/imports.dto';
import { Button } from 'antd';
import { useCopy } from '../../components/use-copy.ts';

const SHORT_DIGEST_LENGTH = 12;

interface FileDigestProps {
  /** SHA-256, hex. */
  digest: string;
  fileName: string;
  whole?: true;
}

export function FileDigest({ digest, fileName, whole }: FileDigestProps) {
  const { copied, copy } = useCopy(digest);
  return (
    <span className="digest">
      <code title={`SHA-256 ${digest}`}>{whole ? digest : digest.slice(0, SHORT_DIGEST_LENGTH)}</code>
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

const FILE_KIND_LABELS: Record<ImportedFileKind, string> = { json: 'JSON', nacha: 'NACHA', csv: 'CSV' };

export function fileKindLabel(kind: ImportedFileKind | null): string {
  return kind === null ? 'Not known' : FILE_KIND_LABELS[kind];
}
