import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  CloseOutlined,
  LoadingOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ComponentType } from 'react';
import { formatBytes } from '../../../formats/count.ts';
import type { SelectedDocument } from './selected-document.ts';

const STEPS: Record<
  SelectedDocument['step'],
  { Icon: ComponentType<{ 'aria-hidden'?: boolean }>; words: string }
> = {
  pending: { Icon: ClockCircleOutlined, words: 'Pending' },
  uploading: { Icon: LoadingOutlined, words: 'Uploading' },
  processing: { Icon: LoadingOutlined, words: 'Processing' },
  completed: { Icon: CheckCircleOutlined, words: 'Completed' },
  failed: { Icon: CloseCircleOutlined, words: 'Failed' },
};

/** A file of the list with where it stands. */
export function DocumentRow({ document, onRemove }: { document: SelectedDocument; onRemove: () => void }) {
  const { file, step } = document;
  const { Icon, words } = STEPS[step];
  const isUnderWay = step === 'uploading' || step === 'processing';
  return (
    <li className="document-row">
      <span className="document-name">
        <strong>{file.name}</strong>
        <span className="quiet">{formatBytes(file.size)}</span>
        {step === 'failed' && <span className="document-error">{document.error}</span>}
      </span>
      <span className={`document-step document-step-${step}`}>
        <Icon aria-hidden /> {words}
      </span>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={`Remove ${file.name}`}
        disabled={isUnderWay}
        onClick={onRemove}
      />
    </li>
  );
}
