import { Button, Modal } from 'antd';
import { useLeaveGuard } from './use-leave-guard.ts';

/** Asks before unsaved changes are left behind: by a link, a menu, the browser's way back, or closing the tab. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { isAsking, stay, leave } = useLeaveGuard(isDirty);
  if (!isAsking) return null;
  return (
    <Modal
      open
      title="Leave without saving?"
      width={460}
      onCancel={stay}
      footer={[
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a stray Enter must not lose anything
        <Button key="stay" onClick={stay} autoFocus>
          Stay
        </Button>,
        <Button key="leave" type="primary" danger onClick={leave}>
          Leave and lose the changes
        </Button>,
      ]}
    >
      <p>Your changes of the detection policy are not saved.</p>
    </Modal>
  );
}
