import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

const UserGuideDialog = lazy(() => import('../../features/user-guide/user-guide-dialog.tsx'));

/** Opens the guide; its code is fetched the first time. */
export function UserGuideButton() {
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        icon={<QuestionCircleOutlined aria-hidden />}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        User Guide
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <UserGuideDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
