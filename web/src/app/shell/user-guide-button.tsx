import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useOpenedGuide } from '../../guide-link/use-opened-guide.ts';

/** Opens the guide at what it says about the screen that is shown. */
export function UserGuideButton() {
  const { open } = useOpenedGuide();
  return (
    <Button type="text" icon={<QuestionCircleOutlined aria-hidden />} onClick={open}>
      User Guide
    </Button>
  );
}
