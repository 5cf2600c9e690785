import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useToasts } from './toasts.tsx';

/** Browsers forbid clipboard access over plain HTTP. */
export function useCopy(text: string): { copied: boolean; copy: () => Promise<void> } {
  const toasts = useToasts();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toasts.failure({
        title: 'Copy Not Available',
        description: 'Your browser does not allow copying here. Select the text and copy it.',
      });
    }
  };
  return { copied, copy };
}

type CopyButtonProps = { text: string; label: string; size?: 'small' | 'middle' };

export function CopyButton({ text, label, size = 'middle' }: CopyButtonProps) {
  const { copied, copy } = useCopy(text);
  return (
    <Button
      size={size}
      icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
}
