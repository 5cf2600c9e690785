import { UndoOutlined } from '@ant-design/icons';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { getCurrentUser } from '../../../api/get-current-user.ts';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { isUndoable } from './is-undoable.ts';
import { UndoDialog } from './undo-dialog.tsx';

interface UndoButtonProps {
  summary: ImportSummary;
  size?: 'small';
}

/** The way to take an import back. Only admins see it; the server checks that again. */
export function UndoButton({ summary, size }: UndoButtonProps) {
  const { data: user } = useQuery(getCurrentUser());
  const [asks, setAsks] = useState(false);
  const isOffered = user?.role === 'Admin' && isUndoable(summary);
  // Once there is nothing to undo the question is over, whoever was faster.
  if (asks && !isOffered) setAsks(false);
  useFocusAround(asks && isOffered);
  if (!isOffered) return null;
  return (
    <>
      <Button
        {...(size && { size })}
        icon={size === undefined && <UndoOutlined aria-hidden />}
        aria-label={`Undo import of ${summary.fileName}`}
        onClick={() => setAsks(true)}
      >
        {size === undefined ? 'Undo import' : 'Undo'}
      </Button>
      {asks && <UndoDialog summary={summary} onClose={() => setAsks(false)} />}
    </>
  );
}
