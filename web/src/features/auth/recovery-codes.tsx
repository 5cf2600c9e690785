import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { AuthCard } from './auth-card.tsx';
import { CopyButton } from './copy-button.tsx';

interface RecoveryCodesProps {
  codes: string[];
  onContinue: () => void;
}

/** Shown once: the server keeps only hashes of them. */
export function RecoveryCodes({ codes, onContinue }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <AuthCard
      title="Save your recovery codes"
      hint="Each code signs you in once if your phone is gone. Keep them somewhere safe, away from this computer."
    >
      <Alert type="warning" showIcon role="note" title="These codes are shown only now." />
      <ol className="auth-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="auth-actions">
        <CopyButton text={text} label="Copy codes" />
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => download(text)}>
          Download
        </Button>
      </div>
      <Button type="primary" size="large" block onClick={onContinue}>
        Continue
      </Button>
    </AuthCard>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'clearwatch-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}
