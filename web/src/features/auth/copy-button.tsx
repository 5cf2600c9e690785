import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useToasts } from '../../toasts/toasts.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
}

/** Copies; where the browser does not allow it (plain HTTP to another machine) it says so. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const toasts = useToasts();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toasts.failure({
        title: 'Copying is not allowed here',
        description: 'Select the text and copy it by hand.',
      });
    }
  };
  return (
    <Button
      icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
}
